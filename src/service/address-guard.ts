/**
 * Where a webhook may not point: this machine, its networks, and addresses that stand for them in another form. In: a name
 * or an address. Out: the addresses a connection may be made to, or an AddressRefused. Checked again at every delivery,
 * and the connection goes to the address that was checked.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** IANA special-purpose address registries (IPv4, IPv6): everything that is not globally reachable, and tunnels. */
const REFUSED: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

/** One list a family: a list that holds ::ffff:0:0/96 takes every IPv4 address for one of its own. */
const refused = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, prefix, family] of REFUSED) refused[family].addSubnet(net, prefix, family);

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const name = family === 4 ? 'ipv4' : 'ipv6';
  return !refused[name].check(address, name);
}

/** Every address of the host of `url`. One that is not public refuses the whole: an answer may be chosen from any of them. */
export async function publicAddresses(url: URL): Promise<readonly Address[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true, verbatim: true }).catch(() => {
        throw new AddressRefused('The name does not resolve');
      });
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused('The address is not a public one');
  return found as readonly Address[];
}

/** The parsed address of a webhook. Throws an AddressRefused for another scheme, credentials, or a bare private address. */
export function webhookUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')))
    throw new AddressRefused('A webhook needs an https URL');
  if (url.username !== '' || url.password !== '') throw new AddressRefused('Credentials in the URL are not accepted');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && ((isIP(host) !== 0 && !isPublicAddress(host)) || /(?:^|\.)localhost\.?$/.test(host)))
    throw new AddressRefused('The address is not a public one');
  return url;
}
