/**
 * `getContext('2d')` and what belongs to it. In: drawing calls. Out: nothing is drawn; text is perceived when it was not
 * in the picture before, so that an animation does not repeat itself. Other contexts are not there.
 */
import type { PageHost } from '../bridge.ts';
import { defineInterface } from '../channels/define.ts';
import { GLYPH_WIDTH } from './measures.ts';
import { defineShim } from './use.ts';

const PIXEL_BYTES = 4;
const PIXELS_KEPT = 4_000_000;
/** The smallest PNG, for pages that only pass it on. */
const EMPTY_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
/** The class of what draws: pages put methods of their own on it. */
class PageContext2d {}

const VALUES = {
  fillStyle: '#000000',
  strokeStyle: '#000000',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  direction: 'ltr',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 10,
  lineDashOffset: 0,
  shadowBlur: 0,
  shadowColor: 'rgba(0, 0, 0, 0)',
  shadowOffsetX: 0,
  shadowOffsetY: 0,
  imageSmoothingEnabled: true,
  filter: 'none',
};

class PageImageData {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
  constructor(width: number, height: number) {
    this.width = Math.max(1, Math.trunc(width) || 1);
    this.height = Math.max(1, Math.trunc(height) || 1);
    this.data = new Uint8ClampedArray(Math.min(this.width * this.height, PIXELS_KEPT) * PIXEL_BYTES);
  }
}

class PagePath2D {
  addPath(): void {}
}

/** What stands in the picture: the text drawn since it was last cleared, and before that. */
class Picture {
  #texts = new Set<string>();
  #before = new Set<string>();

  cleared(): void {
    this.#before = this.#texts;
    this.#texts = new Set();
  }

  /** True when the text is new to who looks at the canvas. */
  drawn(text: string): boolean {
    if (this.#texts.has(text)) return false;
    this.#texts.add(text);
    return !this.#before.has(text);
  }
}

export function installCanvas(window: Window & typeof globalThis, host: PageHost): void {
  const contexts = new WeakMap<HTMLCanvasElement, object>();
  const canvas = window.HTMLCanvasElement.prototype;
  defineShim(canvas, host, 'canvas', {
    getContext(this: HTMLCanvasElement, kind: unknown) {
      if (kind !== '2d') return null;
      const context = contexts.get(this) ?? contextOf(this, host);
      contexts.set(this, context);
      return context;
    },
    toDataURL: () => EMPTY_PNG,
    toBlob: (callback: BlobCallback) => window.setTimeout(() => callback(new Blob([''], { type: 'image/png' })), 1),
  });
  defineShim(window, host, 'image-bitmap', {
    createImageBitmap: async () => ({ width: 1, height: 1, close() {} }),
  });
  defineShim(window.HTMLImageElement.prototype, host, 'image-bitmap', { decode: async () => undefined });
  defineInterface(window, 'ImageData', PageImageData);
  defineInterface(window, 'CanvasRenderingContext2D', PageContext2d);
  defineInterface(window, 'Path2D', drawingPath());
}

function drawingPath(): typeof PagePath2D {
  for (const name of ['arc', 'arcTo', 'bezierCurveTo', 'closePath', 'ellipse', 'lineTo', 'moveTo', 'rect', 'roundRect'])
    Object.defineProperty(PagePath2D.prototype, name, { value() {}, writable: true, configurable: true });
  return PagePath2D;
}

function contextOf(canvas: HTMLCanvasElement, host: PageHost): object {
  const picture = new Picture();
  const where = canvas.id ? `canvas#${canvas.id}` : 'canvas';
  const draw = (text: unknown) => {
    const drawn = String(text);
    if (picture.drawn(drawn)) host.perceive(JSON.stringify({ kind: 'canvas', where, text: drawn }));
  };
  const members: Record<string, unknown> = Object.assign(Object.create(PageContext2d.prototype) as object, {
    ...VALUES,
    canvas,
    fillText: draw,
    strokeText: draw,
    clearRect: () => picture.cleared(),
    reset: () => picture.cleared(),
    measureText: (text: unknown) => metrics(String(text).length),
    getImageData: (_x: number, _y: number, width: number, height: number) => new PageImageData(width, height),
    createImageData: (width: number, height: number) => new PageImageData(width, height),
    createLinearGradient: () => ({ addColorStop() {} }),
    createRadialGradient: () => ({ addColorStop() {} }),
    createConicGradient: () => ({ addColorStop() {} }),
    createPattern: () => ({ setTransform() {} }),
    getLineDash: () => [],
    getTransform: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
    getContextAttributes: () => ({ alpha: true }),
    isPointInPath: () => false,
    isPointInStroke: () => false,
  });
  // Every other method draws what nobody reads here.
  return new Proxy(members, {
    get: (own, key) => (key in own || typeof key === 'symbol' ? Reflect.get(own, key) : () => {}),
  });
}

function metrics(length: number): object {
  const width = length * GLYPH_WIDTH;
  const bounds = {
    actualBoundingBoxLeft: 0,
    actualBoundingBoxRight: width,
    actualBoundingBoxAscent: 8,
    actualBoundingBoxDescent: 2,
  };
  return { width, fontBoundingBoxAscent: 9, fontBoundingBoxDescent: 2, ...bounds };
}
