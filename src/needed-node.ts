/**
 * Imported first by each entry of the library. Throws, naming both versions, where this Node is older than what the rest is
 * written for: it would load, and fail later in the middle of a task.
 */
const NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < NEEDED)
  throw new Error(
    `savecheck needs Node ${NEEDED} or newer; this is ${process.version}. Get it with: npm i -D node@${NEEDED}`,
  );
