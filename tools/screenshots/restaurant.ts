import { cp } from 'node:fs/promises';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import {
  addScreen,
  addSubscriptionAndScreens,
  builtServer,
  command,
  makeDataFolder,
  startServer,
} from '../harness/child-server';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { sendDeliveries } from '../pos-simulator/post-delivery';

const clock = { now: () => performance.now(), wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };

/** A server with its pages on a temporary folder. */
export type Restaurants = {
  url: string;
  /** Adds an owner. Resolves to the link of the page that sets a password. */
  addOwner: (name: string) => Promise<{ link: string }>;
  /** Adds a branch with these deliveries. */
  addBranch: (name: string, postings: readonly Posting[]) => Promise<Restaurant>;
  close: () => Promise<void>;
};

/** A branch, with a function to add screens. */
export type Restaurant = {
  branch: number;
  addScreenToBranch: (view: string, name: string) => Promise<{ link: string; token: string }>;
};

/**
 * Starts one server for all screenshots.
 * @param history a data folder with existing branches to start with; null to start empty
 */
export async function openRestaurants(history: { dataDir: string; branches: number } | null): Promise<Restaurants> {
  const { folder, remove } = makeDataFolder();
  if (history) await cp(history.dataDir, folder, { recursive: true });
  const server = await startServer({ ...builtServer(), folder });
  await addSubscriptionAndScreens(folder, []);
  const origin = `http://localhost:${server.url.port}`;
  let branches = history?.branches ?? 0;

  return {
    url: origin,
    addOwner: (name) => command(folder, 'manager add', { name, role: 'owner', branches: null }),
    async addBranch(name, postings) {
      branches += 1;
      const branch = branches;
      await command(folder, 'branch set', { number: branch, name });
      const retargeted = postings.map((posting) => ({
        ...posting,
        body: posting.body.replace(/("branchNumber"\s*:\s*"?)\d+/, `$1${branch}`),
      }));
      const receiver = { url: server.url, subscriptionId: SUBSCRIPTION, key: KEY, connections: 16 };
      await sendDeliveries(retargeted, receiver, clock, () => {});
      return {
        branch,
        async addScreenToBranch(view, screen) {
          const { token } = await addScreen(folder, view, branch, screen);
          return { token, link: `${origin}/pair#${token}` };
        },
      };
    },
    async close() {
      await server.stop();
      remove();
    },
  };
}
