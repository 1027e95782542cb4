/**
 * Geometry of SVG, for which there is no layout: matrices are the identity, boxes are empty, a letter is as wide as on a
 * canvas. In: drawing libraries that measure before they draw. Out: values of the right shape.
 */
import type { PageHost } from '../bridge.ts';
import { defineInterface } from '../channels/define.ts';
import { EMPTY_BOX, GLYPH_WIDTH } from './measures.ts';
import { defineShim } from './use.ts';

const STEPS = 'translate scale scaleNonUniform rotate rotateFromVector flipX flipY skewX skewY multiply inverse'.split(
  ' ',
);
const STEPS_IN_PLACE =
  'translateSelf scaleSelf rotateSelf multiplySelf invertSelf preMultiplySelf setMatrixValue'.split(' ');

class PageMatrix {
  a = 1;
  b = 0;
  c = 0;
  d = 1;
  e = 0;
  f = 0;
  readonly is2D = true;
  readonly isIdentity = true;
  transformPoint(point?: { readonly x?: number; readonly y?: number }): PagePoint {
    return new PagePoint(point?.x, point?.y);
  }
}
for (const name of STEPS) defineStep(name, () => new PageMatrix());
for (const name of STEPS_IN_PLACE) defineStep(name, (self) => self);

function defineStep(name: string, step: (self: PageMatrix) => PageMatrix): void {
  const value = function (this: PageMatrix) {
    return step(this);
  };
  Object.defineProperty(PageMatrix.prototype, name, { value, writable: true, configurable: true });
}

class PagePoint {
  x: number;
  y: number;
  constructor(x = 0, y = 0) {
    this.x = x;
    this.y = y;
  }
  matrixTransform(): PagePoint {
    return new PagePoint(this.x, this.y);
  }
}

function transform(): object {
  const matrix = new PageMatrix();
  const nothing = () => undefined;
  return {
    type: 1,
    angle: 0,
    matrix,
    setMatrix: nothing,
    setTranslate: nothing,
    setScale: nothing,
    setRotate: nothing,
  };
}

export function installSvgGeometry(window: Window & typeof globalThis, host: PageHost): void {
  const lengthOf = (element: Element): number => (element.textContent ?? '').length;
  defineShim(window.SVGElement.prototype, host, 'svg-geometry', {
    getBBox: () => ({ ...EMPTY_BOX }),
    getCTM: () => new PageMatrix(),
    getScreenCTM: () => new PageMatrix(),
    getTransformToElement: () => new PageMatrix(),
    getTotalLength: () => 0,
    getPointAtLength: () => new PagePoint(),
    isPointInFill: () => false,
    isPointInStroke: () => false,
    getComputedTextLength(this: Element) {
      return lengthOf(this) * GLYPH_WIDTH;
    },
    getSubStringLength: (_from: number, count: number) => count * GLYPH_WIDTH,
    getNumberOfChars(this: Element) {
      return lengthOf(this);
    },
    getExtentOfChar: () => ({ ...EMPTY_BOX }),
    createSVGPoint: () => new PagePoint(),
    createSVGMatrix: () => new PageMatrix(),
    createSVGRect: () => ({ ...EMPTY_BOX }),
    createSVGTransform: transform,
    createSVGTransformFromMatrix: transform,
    pauseAnimations: () => undefined,
    unpauseAnimations: () => undefined,
    setCurrentTime: () => undefined,
  });
  for (const name of ['DOMMatrix', 'DOMMatrixReadOnly']) defineInterface(window, name, class extends PageMatrix {});
  for (const name of ['DOMPoint', 'DOMPointReadOnly']) defineInterface(window, name, class extends PagePoint {});
}
