/**
 * Bodies of requests and responses. In: what a page may pass as a body. Out: its text, at once or a moment later,
 * and the content type it implies. Text is all the engine records.
 */

export interface Body {
  readonly text: string;
  /** The text when it could not be had at once. */
  readonly later: Promise<string> | null;
  readonly type: string | null;
  readonly source: unknown;
}

export const NO_BODY: Body = { text: '', later: null, type: null, source: null };
const BOUNDARY = '----WebKitFormBoundarysavecheck0000';

export function bodyOf(source: unknown): Body {
  if (source === null || source === undefined) return NO_BODY;
  const known = (text: string, type: string | null): Body => ({ text, later: null, type, source });
  if (typeof source === 'string') return known(source, 'text/plain;charset=UTF-8');
  if (source instanceof URLSearchParams)
    return known(source.toString(), 'application/x-www-form-urlencoded;charset=UTF-8');
  if (source instanceof FormData) return formBody(source);
  if (source instanceof Blob) return { text: '', later: source.text(), type: source.type || null, source };
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return known(new TextDecoder().decode(source as ArrayBuffer), null);
  if (source instanceof Document) return known(new XMLSerializer().serializeToString(source), 'text/html');
  return known(String(source), 'text/plain;charset=UTF-8');
}

/** Multipart text (RFC 7578), files by their names at once and with their content later. */
function formBody(form: FormData): Body {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const head = (name: string, file: File | null) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file.name}"` : ''}\r\n\r\n`;
  const entries = [...form.entries()];
  const write = (contents: readonly string[]) =>
    `${entries.map(([name, value], i) => head(name, value instanceof File ? value : null) + contents[i]).join('\r\n')}\r\n--${BOUNDARY}--\r\n`;
  const text = write(entries.map(([, value]) => (typeof value === 'string' ? value : '')));
  if (!entries.some(([, value]) => typeof value !== 'string')) return { text, later: null, type, source: form };
  const later = Promise.all(entries.map(([, value]) => (typeof value === 'string' ? value : value.text()))).then(write);
  return { text, later, type, source: form };
}
