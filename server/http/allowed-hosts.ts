import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../config';
import { LOCAL_NAME } from './local-name';
import { networkAddresses } from './own-addresses';
import { isLoopback, isTrustedProxy, plainAddress } from './peer';
import { Problem, reply, replyProblem } from './reply';

type AskedBy = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Finds a name in a request that this server does not have. Null if there is none. */
export type FindForeignHost = (request: AskedBy) => ForeignHost | null;

/** `name` is null if it is not the name of a host at all. */
type ForeignHost = { name: string | null };

/** How long the addresses of the machine are not read again, in ms. */
const ADDRESSES_FRESH_MS = 5_000;

/**
 * Protects against DNS rebinding: another site makes its own name resolve to this server. For a browser, its page then
 * has the same origin as the server, and the cookies and network of the visitor. Only the Host header reveals this.
 * Behind a proxy of `TRUST_PROXY` the name that the browser requested may be in X-Forwarded-Host instead. A page could
 * add that header itself if the proxy does not replace it, so both must be names of this server.
 * @param monotonicNow ms on a monotonic clock
 */
export function createHostCheck(
  config: Pick<Config, 'allowedHosts' | 'host' | 'publicUrl' | 'trustProxy'>,
  monotonicNow: () => number,
): FindForeignHost {
  const names = namesOf(config);
  let addresses: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  const isOwnAddress = (address: string, socket: AskedBy['socket']) => {
    // The address that the client connected to is one of this machine, and mostly the one that it asked for.
    if (isLoopback(address) || address === plainAddress(socket.localAddress)) return true;
    if (monotonicNow() - readAt >= ADDRESSES_FRESH_MS) {
      addresses = networkAddresses();
      readAt = monotonicNow();
    }
    return addresses.includes(address);
  };

  return ({ headers, socket }) => {
    const isProxied = isTrustedProxy(plainAddress(socket.remoteAddress), config);
    const forwarded = isProxied ? String(headers['x-forwarded-host'] ?? '').split(',') : [];
    // A browser always sends a Host; programs of HTTP/1.0 do not.
    const asked = [headers.host ?? '', ...forwarded].filter((text) => text.trim() !== '');
    for (const text of asked) {
      const name = nameOf(text);
      const isOwn = name !== null && (names.has(name) || (isIP(name) !== 0 && isOwnAddress(name, socket)));
      if (!isOwn) return { name };
    }
    return null;
  };
}

function namesOf({ allowedHosts, host, publicUrl }: Pick<Config, 'allowedHosts' | 'host' | 'publicUrl'>): Set<string> {
  const machine = hostname().toLowerCase();
  const [first = machine] = machine.split('.');
  const names = ['localhost', LOCAL_NAME, machine, `${machine}.local`, first, `${first}.local`, ...allowedHosts];
  if (isIP(host) === 0) names.push(host.toLowerCase());
  if (publicUrl !== null) names.push(nameOf(new URL(publicUrl).host) ?? '');
  return new Set(names);
}

/** A Host header without its port, in lower case; null if it is not the name or the address of a host. */
function nameOf(host: string): string | null {
  const [, address, name] = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253}?)\.?)(?::\d{1,5})?$/i.exec(host.trim()) ?? [];
  if (address !== undefined && isIP(address) !== 6) return null;
  return (address ?? name)?.toLowerCase() ?? null;
}

/** Answers a request under a name of another server (421, Misdirected Request). */
export function replyMisdirected(response: ServerResponse, { name }: ForeignHost, isApi: boolean): void {
  const detail =
    name === null
      ? 'The Host header of this request is not the name of a host.'
      : `${name} is not a name of this server. If it should be, add it to ALLOWED_HOSTS in the environment of the server, or set PUBLIC_URL, and start it again.`;
  if (isApi) replyProblem(response, new Problem(421, detail));
  else reply(response, 421, { 'Content-Type': 'text/plain; charset=utf-8' }, `${detail}\n`);
}
