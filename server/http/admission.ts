import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config';
import type { Log } from '../log';
import { BUDGETS, type ConnectionLimits, createBucket, createBuckets } from './budgets';
import { addressOf, isTrustedProxy, networkOf, plainAddress } from './peer';

/** Somebody who holds a part of a share, such as a connection. */
export type Holder = {
  /** The network of its client (`networkOf`). */
  network: string;
  /** Called when the holder has lost its part to others. */
  end: () => void;
};

/**
 * Something limited, such as connections, of which clients hold parts. When too much is held, a holder of the network
 * that holds most loses its own. So a client that takes everything only takes it from itself.
 */
export type Share = {
  /** Adds an amount to what a holder has, as its first or its latest request. */
  take: (holder: Holder, amount: number) => void;
  /** A request of the holder was accepted now. */
  renew: (holder: Holder) => void;
  /** Takes back what the holder has, if it has anything. */
  release: (holder: Holder) => void;
  /** Ends holders while more is held than the limit, which may have fallen. */
  trim: () => void;
  held: () => number;
};

/** How many connections were ended to make room for others, and on how many of them a delivery had begun (F21f). */
export type Cut = { connections: number; deliveries: number };

/** Memory for the body of a delivery whose signature cannot be verified yet. */
type BodyRoom = {
  /** Takes room for bytes that have arrived. Another body, or this one, may be refused for it. */
  take: (bytes: number) => void;
  /** Returns all room that was taken. Its connection may be ended without an answer from now on. */
  release: () => void;
};

export type Admission = {
  /** Counts a new connection, and ends another one if there are too many. */
  accept: (socket: Socket) => void;
  /** Whether a request of a client that does not show in it who it is, is answered. */
  takeRequest: (request: IncomingMessage) => boolean;
  /** Whether a health check of this machine is answered. */
  takeCheck: (request: IncomingMessage) => boolean;
  /** The client that sent this request has shown who it is: its connection is not ended for strangers. */
  recognise: (request: IncomingMessage) => void;
  /** Whether a client has shown on this connection who it is. */
  isRecognised: (socket: Socket) => boolean;
  /**
   * Opens room for the body of a delivery that claims a known subscription. `refuse` answers it if it must make room: at
   * once if its connection is needed, or else later, so that whoever fills the memory cannot try again at once.
   */
  openBody: (request: IncomingMessage, refuse: (when: 'now' | 'later') => void) => BodyRoom;
  cut: () => Readonly<Cut>;
};

type Client = Holder & {
  share: Share;
  isRecognised: boolean;
  /** Set while a delivery on this connection has not arrived completely. */
  refuse: ((when: 'now' | 'later') => void) | null;
  /** The same as `end`, for a body that has lost its room. */
  endLater: () => void;
};

/** Shares out connections, requests and memory, so that strangers cannot take what tills and screens need. */
export function createAdmission({
  config,
  limits,
  log,
  monotonicNow,
}: {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  limits: ConnectionLimits;
  log: Pick<Log, 'warn'>;
  /** Ms on a monotonic clock. */
  monotonicNow: () => number;
}): Admission {
  const clients = new WeakMap<Socket, Client>();
  const known = createShare(() => limits.known);
  const strangers = createShare(() => Math.min(limits.strangers, limits.all - known.held()));
  const bodies = {
    strangers: createShare(() => BUDGETS.strangerBodyBytes, 'newest'),
    known: createShare(() => BUDGETS.knownBodyBytes),
  };
  const requestsOf = createBuckets(BUDGETS.strangerRequests, BUDGETS.addresses, monotonicNow);
  const requestsOfAll = createBucket(BUDGETS.allStrangersRequests, monotonicNow);
  const checks = createBucket(BUDGETS.strangerRequests, monotonicNow);
  const cut: Cut = { connections: 0, deliveries: 0 };

  function clientOf(socket: Socket): Client {
    const before = clients.get(socket);
    if (before) return before;
    const address = plainAddress(socket.remoteAddress);
    const end = (when: 'now' | 'later') => {
      cut.connections += 1;
      log.warn({ address }, 'a connection was ended to make room for others: too many are open');
      const { refuse } = client;
      client.refuse = null;
      if (!refuse) return void socket.destroy();
      cut.deliveries += 1;
      refuse(when);
    };
    const client: Client = {
      network: networkOf(address),
      share: isTrustedProxy(address, config) ? known : strangers,
      isRecognised: false,
      refuse: null,
      end: () => end('now'),
      endLater: () => end('later'),
    };
    clients.set(socket, client);
    return client;
  }

  function takeFrom(request: IncomingMessage, isTaken: () => boolean): boolean {
    const client = clientOf(request.socket);
    const address = addressOf(request, config);
    if (client.isRecognised || isTrustedProxy(address, config) || isTaken()) {
      client.share.renew(client);
      return true;
    }
    log.warn({ address }, 'a request was refused: its address, or all that are unknown, sent too many');
    return false;
  }

  return {
    accept(socket) {
      const client = clientOf(socket);
      client.share.take(client, 1);
      strangers.trim();
      socket.once('close', () => client.share.release(client));
    },
    takeRequest: (request) =>
      takeFrom(request, () => requestsOf(networkOf(addressOf(request, config))).take(1) && requestsOfAll.take(1)),
    takeCheck: (request) => takeFrom(request, () => checks.take(1)),
    recognise(request) {
      const client = clientOf(request.socket);
      // A proxy may send requests of several clients over one connection, but a socket of the board is one client's.
      if (client.share === strangers || request.headers.upgrade !== undefined) client.isRecognised = true;
      if (client.share === known) return known.renew(client);
      if (request.socket.destroyed) return;
      client.share.release(client);
      client.share = known;
      known.take(client, 1);
    },
    isRecognised: (socket) => clients.get(socket)?.isRecognised === true,
    openBody(request, refuse) {
      const client = clientOf(request.socket);
      const share = client.isRecognised ? bodies.known : bodies.strangers;
      const body = { network: networkOf(addressOf(request, config)), end: client.endLater };
      client.refuse = refuse;
      return {
        take: (bytes) => share.take(body, bytes),
        release() {
          share.release(body);
          client.refuse = null;
        },
      };
    },
    cut: () => cut,
  };
}

/**
 * @param limit how much may be held now
 * @param loser which holder of the network that holds most loses its part: the one whose last accepted request is longest
 *   ago, or the one that came last. Of strangers' bodies the newest loses: a network that sends one after the other would
 *   otherwise have each of them read.
 */
export function createShare(limit: () => number, loser: 'oldest' | 'newest' = 'oldest'): Share {
  /** What each holder has; the one whose last accepted request is longest ago is the first. */
  const amounts = new Map<Holder, number>();
  const ofNetworks = new Map<string, number>();
  let held = 0;

  function release(holder: Holder): void {
    const amount = amounts.get(holder);
    if (amount === undefined) return;
    amounts.delete(holder);
    held -= amount;
    const left = (ofNetworks.get(holder.network) ?? 0) - amount;
    if (left > 0) ofNetworks.set(holder.network, left);
    else ofNetworks.delete(holder.network);
  }

  function trim(): void {
    while (held > limit()) endOne();
  }

  function endOne(): void {
    const most = Math.max(...ofNetworks.values());
    let ended: Holder | null = null;
    for (const holder of amounts.keys()) {
      if (ofNetworks.get(holder.network) !== most) continue;
      ended = holder;
      if (loser === 'oldest') break;
    }
    if (!ended) return;
    release(ended);
    ended.end();
  }

  return {
    take(holder, amount) {
      amounts.set(holder, (amounts.get(holder) ?? 0) + amount);
      ofNetworks.set(holder.network, (ofNetworks.get(holder.network) ?? 0) + amount);
      held += amount;
      trim();
    },
    renew(holder) {
      const amount = amounts.get(holder);
      if (amount === undefined) return;
      amounts.delete(holder);
      amounts.set(holder, amount);
    },
    release,
    trim,
    held: () => held,
  };
}
