/**
 * Where the service keeps its things when nobody says: the state directory of the XDG base directory specification.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function defaultDataDirectory(): string {
  const { XDG_STATE_HOME: state = '' } = process.env;
  return join(state.startsWith('/') ? state : join(homedir(), '.local', 'state'), 'savecheck');
}
