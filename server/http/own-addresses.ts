import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Config, EVERY_ADDRESS } from '../config';
import { LOCAL_NAME } from './local-name';
import { type ClientRequest, isHttps, isLoopback, plainAddress, type Trust } from './peer';

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** The addresses of this machine on its networks, IPv4 first; without loopback and link-local ones. */
export function networkAddresses(interfaces = networkInterfaces()): string[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family, address }) => !internal && !(family === 'IPv6' && /^fe[89ab]/i.test(address)))
    .toSorted((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address);
}

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** Whether a client is this machine, or in the subnet of one of its private addresses. */
export function isNeighbour(remoteAddress: string | undefined, interfaces = networkInterfaces()): boolean {
  const client = plainAddress(remoteAddress);
  if (isIP(client) === 0) return false;
  if (isLoopback(client)) return true;
  const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && PRIVATE.check(address, familyOf(address)))
    .some(({ address, cidr }) => {
      const subnet = new BlockList();
      subnet.addSubnet(address, Number(cidr?.split('/')[1]), familyOf(address));
      return subnet.check(client, familyOf(client));
    });
}

/**
 * The origins by which other devices reach this server, the best one first: `PUBLIC_URL`; else the one that a
 * request came by, unless that works on this machine only, or is the local name, which some devices cannot look up; else every address that it listens on; else `localhost`.
 */
export function reachableOrigins(
  { publicUrl, host: listensOn, port }: Place,
  headers: IncomingHttpHeaders = {},
): [string, ...string[]] {
  if (publicUrl !== null) return [publicUrl];
  const { host } = headers;
  const requested = host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  if (requested && requested.hostname !== LOCAL_NAME && !isThisMachine(requested.hostname)) return [requested.origin];
  const addresses = EVERY_ADDRESS.includes(listensOn)
    ? networkAddresses().filter((it) => listensOn === '::' || isIP(it) === 4)
    : isThisMachine(listensOn)
      ? []
      : [listensOn];
  const [first = 'localhost', ...others] = addresses.map((it) => (isIP(it) === 6 ? `[${it}]` : it));
  // The request may have come by a forwarded port.
  const originOf = (name: string) => `http://${name}:${requested?.port || port}`;
  return [originOf(first), ...others.map(originOf)];
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '0.0.0.0' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/**
 * Whether a request is from a page of this server, or from a program, which sends no origin. CORS does not apply to
 * WebSocket: without this check any website that a tablet visits could read the board with the cookie of the tablet.
 */
export function isOwnOrigin(request: ClientRequest, config: Trust): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (config.publicUrl !== null && new URL(config.publicUrl).origin === origin) return true;
  // Anybody on the network can answer for a name over plain http: such a page is not of a server that has https.
  return page.host === host && (page.protocol === 'https:' || !isHttps(request, config));
}
