/** Small artifacts, one for each way to end. */
const page = (body: string, script: string): string =>
  `<!doctype html><html lang="en"><head><title>Notes</title></head><body>${body}<script>\n${script}\n</script></body></html>`;

const FORM = '<textarea id="note"></textarea><button id="save">Save</button><p id="status"></p>';

/** Claims success whatever the answer is. The write stands on line 3. */
export const LOST = page(
  FORM,
  `save.onclick = async () => {
  await fetch('/api/notes', { method: 'POST', body: note.value });
  status.textContent = 'Saved!';
};`.replaceAll('status.', "document.getElementById('status')."),
);

/** Checks the answer and says so when it fails. */
export const SUSPECT = page(
  FORM,
  `save.onclick = async () => {
  const answer = await fetch('/api/notes', { method: 'POST', body: note.value }).catch(() => ({ ok: false }));
  document.getElementById('status').textContent = answer.ok ? 'Saved!' : 'Not saved: the server refused it.';
};`,
);

/** Writes nothing. */
export const CLEAN = page(
  '<button id="more">More</button><p id="text"></p>',
  `more.onclick = () => { text.textContent = 'More.'; };`,
);

/** Never comes back from a click. */
export const SPINS = page('<button id="go">Go</button>', 'go.onclick = () => { for (;;); };');

/** A generator that emits the lost page. */
export const GENERATOR = `def build():\n    return """${LOST}"""\n`;

/** A module without anything to find. */
export const PLAIN = 'export const sum = (a, b) => a + b;\n';
