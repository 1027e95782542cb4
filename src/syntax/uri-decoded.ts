/**
 * Percent-decoding as UTF-8. In: a text as it stands in an address. Out: what it stands for, null for a sequence that is none.
 */
export function uriDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
