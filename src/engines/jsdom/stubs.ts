/**
 * Remote scripts that no artifact's saving depends on: analytics, fonts, icons, polyfills, and styles as far as they can be
 * told. In: a URL and the artifact's texts. Out: the text that stands in, or null. What else is missing is named.
 */
import { utilityStyles } from './utility-styles.ts';

const STUBBED_HOSTS: readonly RegExp[] = [
  /^(?:www\.|ssl\.)?google-analytics\.com$/,
  /^(?:www\.)?googletagmanager\.com$/,
  /^(?:static\.|script\.)?hotjar\.com$/,
  /^plausible\.io$/,
  /^static\.cloudflareinsights\.com$/,
  /^cdn\.(?:segment|mxpnl|amplitude|heapanalytics|usefathom)\.com$/,
  /^connect\.facebook\.net$/,
  /^(?:www\.)?clarity\.ms$/,
  /^use\.typekit\.net$/,
  /^kit\.fontawesome\.com$/,
  /^fonts\.(?:googleapis|gstatic)\.com$/,
  /^(?:cdn\.)?polyfill(?:\.io|-fastly\.(?:io|net))$/,
];
const STUBBED_PATHS =
  /(?:^|[/@])(?:core-js|es5-shim|es6-shim|html5shiv|respond\.js|whatwg-fetch|webfontloader|polyfills?)(?:[@/.-]|$)/i;

/** What pages call of analytics without asking whether it is there. */
const GLOBALS = ['ga', 'gtag', 'fbq', 'hj', 'plausible', 'clarity', 'mixpanel', 'analytics', 'amplitude'];

const STYLES = /^https:\/\/(?:cdn\.tailwindcss\.com(?:\/|$)|[^/]+\/(?:npm\/)?@tailwindcss\/browser(?:[@/]|$))/;
const ICONS = /\/(?:lucide|feather-icons)(?:@[^/]*)?(?:\/|$)/;

/** Puts an empty picture where each named icon would be. */
const DRAW_ICONS = `(() => {
  const draw = (attribute, prefix) => () => {
    for (const place of document.querySelectorAll('[' + attribute + ']')) {
      if (place.localName === 'svg') continue;
      const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      for (const { name, value } of place.attributes) picture.setAttribute(name, value);
      picture.classList.add(prefix, prefix + '-' + place.getAttribute(attribute));
      place.replaceWith(picture);
    }
  };
  window.lucide ??= { createIcons: draw('data-lucide', 'lucide'), icons: {} };
  window.feather ??= { replace: draw('data-feather', 'feather'), icons: {} };
})();`;

/** `texts`: of the artifact and its siblings. */
export function stubFor(url: string, texts: () => readonly string[]): string | null {
  const parsed = URL.parse(url);
  if (!parsed) return null;
  if (STYLES.test(parsed.href)) return styling(utilityStyles(texts()));
  if (ICONS.test(parsed.pathname)) return DRAW_ICONS;
  if (!STUBBED_HOSTS.some((host) => host.test(parsed.hostname)) && !STUBBED_PATHS.test(parsed.pathname)) return null;
  return `for (const name of ${JSON.stringify(GLOBALS)}) if (!(name in window)) window[name] = function () {};`;
}

function styling(css: string | null): string | null {
  if (css === null) return null;
  return `window.tailwind ??= {};
document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(css)} }));`;
}
