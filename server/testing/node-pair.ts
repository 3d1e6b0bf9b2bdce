import { randomBytes } from 'node:crypto';
import type { Pages } from '../pages/next';
import { newDataFolder } from './data-folder';
import { type RunningServer, startServer } from './running-server';

/** Two servers on one PostgreSQL database. `start` starts another one, which may reach it by another address, or have pages. */
export type Nodes = {
  first: RunningServer;
  second: RunningServer;
  start: (databaseUrl?: string, pages?: Pages) => Promise<RunningServer>;
  setNow: (now: number | null) => void;
  stop: () => Promise<void>;
};

/** Starts two nodes whose clocks are stopped at `startAt` (epoch ms), unless it is null. Only with PostgreSQL. */
export async function startNodes(startAt: number | null): Promise<Nodes> {
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const nodes: RunningServer[] = [];
  let now = startAt;
  const first = await startServer(undefined, { SECRETS_KEY }, startAt);
  const start = async (DATABASE_URL = first.core.config.databaseUrl ?? '', pages: Pages = false) => {
    const folder = await newDataFolder('heatlamp-node-');
    const node = await startServer(folder, { SECRETS_KEY, DATABASE_URL }, now, 0, pages);
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
