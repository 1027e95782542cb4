/**
 * A body as a stream of one chunk, for pages that read `response.body`. In: a function that reads the text once.
 * Out: what is commonly used of ReadableStream: `getReader`, `cancel`, async iteration.
 */
export function textStream(read: () => Promise<string>): object {
  let done = false;
  const next = async (): Promise<{ done: boolean; value: Uint8Array | undefined }> => {
    if (done) return { done: true, value: undefined };
    done = true;
    const value = new TextEncoder().encode(await read());
    return value.length > 0 ? { done: false, value } : { done: true, value: undefined };
  };
  return {
    locked: false,
    getReader: () => ({ read: next, releaseLock() {}, cancel: async () => undefined, closed: Promise.resolve() }),
    cancel: async () => undefined,
    [Symbol.asyncIterator]: () => ({ next }),
  };
}
