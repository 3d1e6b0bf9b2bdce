import type { Server as SocketServer } from 'socket.io';
import type { ScreenCommand } from '../../contract/live';
import type { Practices, SharedPractice } from '../practice/practices';
import type { Presence, Present } from '../screens/presence';
import { openSocketPool } from '../storage/postgresql';
import type { NodeRefusals, Refusals } from '../webhooks/refusals';

// Nodes share which screens are connected to them, what is practised and what they refused, and forward commands to a
// screen of another node, over Socket.IO's adapter for PostgreSQL (docs/decisions.md).

/** A screen as other nodes learn of it: with ages, because the clocks of two machines differ. */
type Announced = Pick<Present, 'id' | 'screen' | 'branch' | 'isPolling' | 'isCurrent' | 'device'> & {
  sinceMs: number;
  age: { ageMs: number; reportedMs: number } | null;
};

/** What nodes send each other. */
export type NodeEvents = {
  /** The screens of a node, every few seconds, and when one comes or goes. */
  'node:screens': (node: number, screens: Announced[]) => void;
  /** What is practised: that of a branch after each change, and what began on a node every few seconds. */
  'node:practices': (node: number, practices: SharedPractice[]) => void;
  /** What a node refused: what is new every few seconds, and all of it once a minute. */
  'node:refusals': (node: number, refusals: NodeRefusals) => void;
  /** For the node that has this socket. */
  'node:command': (id: string, command: ScreenCommand | null) => void;
};

// biome-ignore lint/suspicious/noExplicitAny: only the events between nodes matter here
type NodesServer = SocketServer<any, any, NodeEvents, any>;

export type NodeSocketsDeps = {
  presence: Presence;
  practices: Pick<Practices, 'onChange' | 'shared' | 'sharedOfNode' | 'receive'>;
  refusals: Pick<Refusals, 'news' | 'receive'>;
  node: number;
  /** Server time, epoch ms. */
  now: () => number;
};

const ANNOUNCE_EVERY_MS = 4_000;
/** Screens that come together are announced together. */
const ANNOUNCE_AFTER_MS = 100;

/** Connects the sockets of this server with those of other nodes. Call the result to stop. */
export function connectNodes(
  io: NodesServer,
  { presence, practices, refusals, node, now }: NodeSocketsDeps,
): () => void {
  let announced = 0;
  let soon: NodeJS.Timeout | undefined;

  function announce(): void {
    clearTimeout(soon);
    soon = undefined;
    const screens = [...presence.own()].map((one) => toAnnounced(one, now()));
    // Nodes without screens are silent.
    if (screens.length > 0 || announced > 0) io.serverSideEmit('node:screens', node, screens);
    announced = screens.length;
  }

  const sendPractices = (practised: SharedPractice[]) => {
    if (practised.length > 0) io.serverSideEmit('node:practices', node, practised);
  };

  function sendRefusals(): void {
    const news = refusals.news();
    if (news) io.serverSideEmit('node:refusals', node, news);
  }

  const commandTo = (id: string, command: ScreenCommand | null) => io.serverSideEmit('node:command', id, command);
  io.on('node:screens', (from, screens) => {
    presence.setOthers(
      from,
      screens.map(({ sinceMs, age, ...one }) => ({
        ...one,
        since: now() - sinceMs,
        age: age && { ageMs: age.ageMs, at: now() - age.reportedMs },
        send: (command) => void commandTo(one.id, command),
        reconnect: () => void commandTo(one.id, null),
      })),
    );
  });
  io.on('node:command', (id, command) => {
    for (const one of presence.own()) {
      if (one.id !== id) continue;
      if (command === null) one.reconnect();
      else one.send(command);
    }
  });
  presence.onChange(() => {
    soon ??= setTimeout(announce, ANNOUNCE_AFTER_MS).unref();
  });
  io.on('node:refusals', refusals.receive);
  io.on('node:practices', practices.receive);
  const stopPractising = practices.onChange((branch, isOwn) => {
    if (isOwn) sendPractices(practices.shared(branch));
  });
  const timer = setInterval(() => {
    announce();
    sendPractices(practices.sharedOfNode());
    sendRefusals();
  }, ANNOUNCE_EVERY_MS);
  timer.unref();
  return () => {
    stopPractising();
    clearInterval(timer);
    clearTimeout(soon);
  };
}

function toAnnounced(one: Readonly<Present>, now: number): Announced {
  const { id, screen, branch, isPolling, isCurrent, device, since, age } = one;
  return {
    ...{ id, screen, branch, isPolling, isCurrent, device, sinceMs: now - since },
    age: age && { ageMs: age.ageMs, reportedMs: now - age.at },
  };
}

/** Messages of this many bytes go through a table: NOTIFY takes less than 8,000. */
const MAX_NOTIFY_LENGTH = 7_000;

/** The adapter that connects the nodes of a database. Call `close` after the sockets are closed. */
export async function openSocketAdapter(url: string) {
  const { createAdapter } = await import('@socket.io/postgres-adapter');
  const { pool, close } = openSocketPool(url);
  return { adapter: createAdapter(pool, { payloadThreshold: MAX_NOTIFY_LENGTH }), close };
}

export type SocketAdapter = Awaited<ReturnType<typeof openSocketAdapter>>;
