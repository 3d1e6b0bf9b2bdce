import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../config';

export type ClientRequest = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders };
export type Trust = Pick<Config, 'publicUrl' | 'trustProxy'>;

/**
 * The address of the client: the last one in X-Forwarded-For that is not a trusted proxy, else that of the connection.
 * The package proxy-addr would return any text of the header, such as `unknown`, as the address.
 */
export function addressOf({ socket, headers }: ClientRequest, config: Trust): string {
  const isProxy = trusted(config);
  let address = plainAddress(socket.remoteAddress);
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  while (isProxy(address)) {
    const before = plainAddress(withoutPort(forwarded.pop()?.trim() ?? ''));
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

export function isTrustedProxy(address: string, config: Pick<Config, 'trustProxy'>): boolean {
  return config.trustProxy.length > 0 && trusted(config)(address);
}

/** Whether the browser uses https, and so accepts secure cookies. */
export function isHttps({ socket, headers }: ClientRequest, config: Trust): boolean {
  if (trusted(config)(plainAddress(socket.remoteAddress))) {
    const proto = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase();
    if (proto) return proto === 'https';
  }
  if (config.publicUrl === null) return false;
  const { protocol, host } = new URL(config.publicUrl);
  // On the local network the same server is reached by its address, over plain http.
  return protocol === 'https:' && headers.host === host;
}

function trusted({ trustProxy }: Pick<Trust, 'trustProxy'>): (address: string) => boolean {
  const proxies = new BlockList();
  for (const proxy of trustProxy) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the other end of a connection is on this machine. */
export function isLoopback(remoteAddress: string | undefined): boolean {
  const address = plainAddress(remoteAddress);
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/** IIS and Azure add the port of the client: 203.0.113.7:49152 or [2001:db8::7]:49152. */
function withoutPort(text: string): string {
  return /^(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i.exec(text)?.slice(1).join('') ?? text;
}

/** The address at an end of a connection, an IPv4-mapped IPv6 address as IPv4. Empty once it is closed. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What one client may have all addresses of: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = [], after = []] = address.split('::').map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
