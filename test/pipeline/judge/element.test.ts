import { describe, expect, test } from 'vitest';
import type { ElementRef } from '../../../src/model.ts';
import { elementName, isSameElement, surelyTwo } from '../../../src/pipeline/judge/element.ts';

describe('the name of an element', () => {
  test.each([
    [{ tag: 'button', id: 'b', name: 'n', className: 'c', selector: 'main > button' }, 'main > button'],
    [{ tag: 'button', id: 'b', name: 'n', className: 'c' }, 'button#b'],
    [{ tag: 'button', name: 'n', className: 'c' }, 'button[name=n]'],
    [{ tag: 'button', className: '  big  red ' }, 'button.big.red'],
    [{ tag: 'button' }, 'button'],
  ] as [ElementRef, string][])('of %j is %s', (element, name) => {
    expect(elementName(element)).toBe(name);
  });
});

describe('one element or two', () => {
  const [a, b] = [
    { tag: 'form', id: 'a' },
    { tag: 'form', id: 'b' },
  ];
  test('an id decides, then tag and name, then tag and class', () => {
    expect(isSameElement(a, { tag: 'div', id: 'a', name: 'x' })).toBe(true);
    expect(isSameElement(a, b)).toBe(false);
    expect(isSameElement(a, { tag: 'form' })).toBe(false);
    expect(isSameElement({ tag: 'form' }, a)).toBe(false);
    expect(isSameElement({ tag: 'p', name: 'x', className: 'c' }, { tag: 'p', name: 'x' })).toBe(true);
    expect(isSameElement({ tag: 'p', name: 'x' }, { tag: 'q', name: 'x' })).toBe(false);
    expect(isSameElement({ tag: 'p', name: 'x' }, { tag: 'p' })).toBe(false);
    expect(isSameElement({ tag: 'p' }, { tag: 'p', name: 'x' })).toBe(false);
    expect(isSameElement({ tag: 'p', className: '' }, { tag: 'p' })).toBe(true);
    expect(isSameElement({ tag: 'p' }, { tag: 'p', className: '' })).toBe(true);
    expect(isSameElement({ tag: 'p', className: 'c' }, { tag: 'p', className: 'd' })).toBe(false);
    expect(isSameElement({ tag: 'p' }, { tag: 'q' })).toBe(false);
  });
  test('surely two only with two ids on one tag', () => {
    expect(surelyTwo(a, b)).toBe(true);
    expect(surelyTwo(a, { ...a })).toBe(false);
    expect(surelyTwo(a, { tag: 'button', id: 'b' })).toBe(false);
    expect(surelyTwo(a, { tag: 'form' })).toBe(false);
    expect(surelyTwo({ tag: 'form' }, a)).toBe(false);
  });
});
