/**
 * Remote scripts that no artifact's saving depends on: analytics, fonts, polyfills. In: a URL. Out: the text that stands
 * in for it, or null. Anything else that is missing stays missing and is named.
 */

const STUBBED_HOSTS: readonly RegExp[] = [
  /^(?:www\.)?google-analytics\.com$/,
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

export function stubFor(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed) return null;
  if (!STUBBED_HOSTS.some((host) => host.test(parsed.hostname)) && !STUBBED_PATHS.test(parsed.pathname)) return null;
  return `for (const name of ${JSON.stringify(GLOBALS)}) if (!(name in window)) window[name] = function () {};`;
}
