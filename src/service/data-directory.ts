/**
 * Where the service keeps its things when nobody says: the state directory of the XDG base directory specification.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function defaultDataDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const state = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(homedir(), '.local', 'state');
  return join(state, 'savecheck');
}
