/** Whether this machine can build the walls that a test is about. A skip is an error where every test must run. */
import { findTools } from '../../../src/isolation/cell/tools.ts';

const { prlimit, setpriv, bwrap } = findTools();

export const BOXES = prlimit !== null && bwrap !== null && process.platform === 'linux';
export const USERS = process.getuid?.() === 0 && setpriv !== null && BOXES;

if (!USERS) console.error('SKIPPED: tests of walls need Linux, root, bubblewrap, setpriv and prlimit');
