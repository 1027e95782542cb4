/**
 * Whether a media query list applies to the person's screen. In: the text of the list and a window. Out: yes or no.
 * Features it does not know are taken as met: a rule too many is seen, a rule too few hides a control for ever.
 */

export function mediaApplies(list: string, window: Window): boolean {
  const text = list.trim().toLowerCase();
  return text === '' || text.split(',').some((query) => queryApplies(query, window));
}

function queryApplies(query: string, window: Window): boolean {
  const negated = /^\s*not\s+(?!\()/.test(query);
  const type = /^\s*(?:not\s+|only\s+)?(all|screen|print|speech)\b/.exec(query)?.[1];
  let met = type !== 'print' && type !== 'speech';
  for (const [, name, value] of query.matchAll(/\(\s*([\w-]+)\s*:\s*([^()]{1,40})\)/g))
    met &&= featureApplies(name!, value!.trim(), window);
  return negated ? !met : met;
}

function featureApplies(name: string, value: string, window: Window): boolean {
  const length = /^([\d.]+)(px|em|rem)$/.exec(value);
  if (length) {
    const pixels = Number(length[1]) * (length[2] === 'px' ? 1 : 16);
    const size = name.includes('height') ? window.innerHeight : window.innerWidth;
    if (name.startsWith('max-')) return size <= pixels;
    return name.startsWith('min-') ? size >= pixels : true;
  }
  if (name === 'prefers-color-scheme') return value === 'light';
  if (name === 'prefers-reduced-motion') return value === 'no-preference';
  if (name === 'hover' || name === 'any-hover') return value === 'hover';
  if (name === 'pointer' || name === 'any-pointer') return value === 'fine';
  if (name === 'orientation') return value === 'landscape';
  return name !== 'display-mode' || value === 'browser';
}
