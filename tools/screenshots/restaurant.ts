import { cp } from 'node:fs/promises';
import { builtServer, startServer } from '../harness/child-server';
import { command } from '../harness/control';
import { addScreen, addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
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
 * One server for all pictures, so that its pages are opened only once.
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
    addsOwner: (name) => command(folder, 'manager add', { name, role: 'owner', branches: null }),
    async opens(name, postings) {
      branches += 1;
      const branch = branches;
      await command(folder, 'branch set', { number: branch, name });
      const moved = postings.map((posting) => ({
        ...posting,
        body: posting.body.replace(/("branchNumber"\s*:\s*"?)\d+/, `$1${branch}`),
      }));
      const receiver = { url: server.url, subscriptionId: SUBSCRIPTION, key: KEY, connections: 16 };
      await sendDeliveries(moved, receiver, clock, () => {});
      return {
        branch,
        async addsScreen(view, screen) {
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
