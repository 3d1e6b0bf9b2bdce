import { randomBytes } from 'node:crypto';
import { io, type ManagerOptions, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ScreenToServer, ServerToScreen } from '../../contract/live';
import { CHECK_WITHIN_MS } from '../nodes/follower';
import type { Pages } from '../pages/next';
import { newDataFolder } from './data-folder';
import { eventBody } from './events';
import { type RunningServer, startServer } from './running-server';

/**
 * Two servers on one PostgreSQL database. `start` starts another one, which may reach it by another address, or have pages;
 * `env` is set beside the usual.
 */
export type Nodes = {
  first: RunningServer;
  second: RunningServer;
  start: (databaseUrl?: string, pages?: Pages, env?: Record<string, string>) => Promise<RunningServer>;
  setNow: (now: number | null) => void;
  stop: () => Promise<void>;
};

/**
 * Starts two nodes whose clocks are stopped at `startAt` (epoch ms), unless it is null, and which check the configuration
 * within the time of the product. Only with PostgreSQL.
 */
export async function startNodes(startAt: number | null): Promise<Nodes> {
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const nodes: RunningServer[] = [];
  let now = startAt;
  const first = await startServer(undefined, { SECRETS_KEY }, startAt, 0, false, CHECK_WITHIN_MS);
  const start: Nodes['start'] = async (DATABASE_URL = first.core.config.databaseUrl ?? '', pages = false, env = {}) => {
    const folder = await newDataFolder('heatlamp-node-');
    const node = await startServer(folder, { SECRETS_KEY, DATABASE_URL, ...env }, now, 0, pages, CHECK_WITHIN_MS);
    nodes.push(node);
    return node;
  };
  const second = await start();
  return {
    first,
    second,
    start,
    setNow(at) {
      now = at;
      for (const node of [first, ...nodes]) node.setNow(at);
    },
    async stop() {
      for (const node of nodes) await node.stop();
      await first.stop();
    },
  };
}

/** Two nodes for all tests of a file, whose clocks run, and an order at branch 1. Read its members in the tests. */
export function nodesOfFile(): Pick<Nodes, 'first' | 'second' | 'start'> {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes(null);
    await nodes.first.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000, order: 'first' }));
  });
  afterAll(() => nodes.stop());
  return {
    get first() {
      return nodes.first;
    },
    get second() {
      return nodes.second;
    },
    start: (...options) => nodes.start(...options),
  };
}

/** Pairs a screen of branch 1 on a node, and connects it to another one until the test ends. Resolves once it has a board. */
export async function connectScreen(pairing: RunningServer, node: RunningServer, view: string) {
  const screen = { name: view, branches: [1], view };
  const paired = await pairing.command<{ id: number; token: string }>('screen add', screen);
  const client = openSocket(node, paired.token, { reconnection: false });
  await new Promise((done, failed) => client.once('board:snapshot', done).once('connect_error', failed));
  return { ...paired, client };
}

/** Opens a socket of a screen, until the test ends. */
export function openSocket(
  node: RunningServer,
  token: string,
  options: Partial<ManagerOptions> = {},
): Socket<ServerToScreen, ScreenToServer> {
  const auth = { token, branch: 1, contract: 1 };
  const client = io(node.url, { transports: ['websocket'], auth, forceNew: true, ...options });
  onTestFinished(() => void client.disconnect());
  return client;
}
