/**
 * URLs that never were a request: `data:` and `blob:`. In: such a URL. Out: a Response with its content, or a rejection
 * as browsers give it. Holds the blobs that `URL.createObjectURL` names.
 */
import { PageResponse } from './response.ts';

const blobs = new Map<string, Blob>();
let made = 0;

export function nameBlob(blob: Blob): string {
  made += 1;
  const url = `blob:${location.origin}/00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  blobs.set(url, blob);
  return url;
}

export function forgetBlob(url: string): void {
  blobs.delete(url);
}

export function blobOf(url: string): Blob | undefined {
  return blobs.get(url);
}

export async function localResponse(url: string): Promise<PageResponse> {
  const blob = blobs.get(url);
  if (blob) return new PageResponse(blob);
  const parts = /^data:([^,]*?)(;base64)?,/.exec(url);
  if (!parts) throw new TypeError('Failed to fetch');
  const content = url.slice(parts[0].length).replace(/#.*$/, '');
  const text = parts[2] ? atob(decodeURIComponent(content)) : decodeURIComponent(content);
  return new PageResponse(text, { headers: { 'content-type': parts[1] || 'text/plain;charset=US-ASCII' } });
}
