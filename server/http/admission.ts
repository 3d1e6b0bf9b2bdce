import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config';
import type { Log } from '../log';
import { type BodyRoom, createBodyMemory } from './body-memory';
import { BUDGETS, createBucket, createBuckets } from './budgets';
import { createKnownAddresses } from './known-addresses';
import { addressOf, isTrustedProxy, plainAddress } from './peer';

export type Admission = {
  /** Counts a new connection. False if it was closed because its share is used up. */
  accept: (socket: Socket) => boolean;
  /** Whether a request is answered. */
  takeRequest: (request: IncomingMessage) => boolean;
  /** The client that sent this request has shown who it is. Its address is known for an hour, or for this long, in ms. */
  recognise: (request: IncomingMessage, forMs?: number) => void;
  /** Whether a client has shown on this connection who it is. */
  isRecognised: (socket: Socket) => boolean;
  /** Memory for a body whose signature cannot be verified yet. */
  openBody: (request: IncomingMessage) => BodyRoom;
};

/** `countedAs` is the share that the connection was taken from. */
type Client = { address: string; countedAs: 'strangers' | 'known'; isRecognised: boolean; recognisedAt: number };

/** How long the address of a recognised connection is not stored again, in ms. */
const RECOGNISED_MS = 60_000;

/** Shares out connections, requests and memory, so that strangers cannot take what tills and screens need. */
export function createAdmission({
  config,
  log,
  monotonicNow,
}: {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  log: Pick<Log, 'warn'>;
  /** Ms on a monotonic clock. */
  monotonicNow: () => number;
}): Admission {
  const clients = new WeakMap<Socket, Client>();
  /** Open connections of each address. */
  const open = new Map<string, number>();
  const recognised = createKnownAddresses(monotonicNow);
  const openBody = createBodyMemory();
  const requestsOf = createBuckets(BUDGETS.strangerRequests, BUDGETS.addresses, monotonicNow);
  const requestsOfAll = createBucket(BUDGETS.allStrangersRequests, monotonicNow);
  let strangers = 0;

  const isKnown = (address: string) => recognised.has(address) || isTrustedProxy(address, config);
  const clientOf = (socket: Socket): Client => {
    const address = plainAddress(socket.remoteAddress);
    const client = clients.get(socket) ?? { address, countedAs: 'known', isRecognised: false, recognisedAt: 0 };
    clients.set(socket, client);
    return client;
  };
  const isOfKnown = (request: IncomingMessage) =>
    clientOf(request.socket).isRecognised || isKnown(addressOf(request, config));

  return {
    accept(socket) {
      const client = clientOf(socket);
      const { address } = client;
      const connections = open.get(address) ?? 0;
      client.countedAs = isKnown(address) ? 'known' : 'strangers';
      const isFull =
        client.countedAs === 'strangers'
          ? connections >= BUDGETS.strangerConnectionsPerAddress || strangers >= BUDGETS.strangerConnections
          : connections >= BUDGETS.knownConnectionsPerAddress && !isTrustedProxy(address, config);
      if (isFull) {
        log.warn({ address }, 'a connection was closed: its address, or all that are unknown, have too many');
        socket.destroy();
        return false;
      }
      open.set(address, connections + 1);
      if (client.countedAs === 'strangers') strangers += 1;
      socket.once('close', () => {
        if (client.countedAs === 'strangers') strangers -= 1;
        const left = (open.get(address) ?? 1) - 1;
        if (left > 0) open.set(address, left);
        else open.delete(address);
      });
      return true;
    },
    takeRequest(request) {
      if (isOfKnown(request)) return true;
      const address = addressOf(request, config);
      const isTaken = requestsOf(address).take(1) && requestsOfAll.take(1);
      if (!isTaken) log.warn({ address }, 'a request was refused: its address, or all that are unknown, sent too many');
      return isTaken;
    },
    recognise(request, forMs = BUDGETS.knownAddressMs) {
      const client = clientOf(request.socket);
      const now = monotonicNow();
      if (client.isRecognised && now - client.recognisedAt < RECOGNISED_MS) return;
      // A proxy may send requests of several clients over one connection, but a socket of the board is one client's.
      if (request.headers.upgrade !== undefined || !isTrustedProxy(client.address, config)) {
        client.isRecognised = true;
        client.recognisedAt = now;
        if (client.countedAs === 'strangers') strangers -= 1;
        client.countedAs = 'known';
      }
      recognised.add(addressOf(request, config), forMs);
    },
    isRecognised: (socket) => clients.get(socket)?.isRecognised === true,
    openBody: (request) => openBody(isOfKnown(request) ? 'known' : 'strangers'),
  };
}
