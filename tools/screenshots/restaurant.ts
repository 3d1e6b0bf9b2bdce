import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';
import { KEY } from '../measure/pos-key';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { sendDeliveries } from '../pos-simulator/send-deliveries';

const clock = { now: () => performance.now(), wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };

/** A server with its pages on a temporary folder. */
export type Restaurants = {
  url: string;
  /** Link for the owner to the page that sets a password. */
  addsOwner: (name: string) => Promise<{ link: string }>;
  /** Adds a branch with these deliveries. */
  opens: (name: string, postings: readonly Posting[]) => Promise<Restaurant>;
  close: () => Promise<void>;
};

/** A branch, with a function to add screens. */
export type Restaurant = {
  branch: number;
  addsScreen: (view: string, name: string) => Promise<{ link: string; token: string }>;
};

/**
 * One server for all pictures, because Next opens its built pages only once per process.
 * @param history a data folder with existing branches to start with; null to start empty
 */
export async function openRestaurants(history: { dataDir: string; branches: number } | null): Promise<Restaurants> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-screenshots-'));
  if (history) await cp(history.dataDir, folder, { recursive: true });
  const read = readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const config = { ...read.config, timeZone: 'Europe/Amsterdam' };
  const log = { info: () => {}, warn: () => {} };
  const heatlamp = await createServer({ config, now: Date.now, newEpoch: randomUUID, log }, { pages: 'production' });
  await new Promise<void>((listening) => heatlamp.server.listen(0, '127.0.0.1', listening));
  const { port } = heatlamp.server.address() as AddressInfo;
  let branches = history?.branches ?? 0;
  const url = new URL(`http://127.0.0.1:${port}`);
  await heatlamp.command('subscription add', { id: 'heatlamp', ...KEY });

  return {
    url: `http://localhost:${port}`,
    addsOwner: async (name) =>
      (await heatlamp.command('manager add', { name, role: 'owner', branches: null })) as { link: string },
    async opens(name, postings) {
      branches += 1;
      const branch = branches;
      await heatlamp.command('branch set', { number: branch, name });
      const moved = postings.map((posting) => ({
        ...posting,
        body: posting.body.replace(/("branchNumber"\s*:\s*"?)\d+/, `$1${branch}`),
      }));
      await sendDeliveries(moved, { url, subscriptionId: 'heatlamp', key: KEY, connections: 16 }, clock, () => {});
      return {
        branch,
        async addsScreen(view, screen) {
          const added = await heatlamp.command('screen add', { name: screen, branches: [branch], view });
          const { token } = added as { token: string };
          return { token, link: `http://localhost:${port}/pair#${token}` };
        },
      };
    },
    async close() {
      await heatlamp.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
