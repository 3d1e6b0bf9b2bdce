import { cp } from 'node:fs/promises';
import path from 'node:path';
import { MINUTE_MS } from '../../lib/time';
import {
  addScreen,
  addSubscriptionAndScreens,
  builtServer,
  command,
  makeDataFolder,
  startServer,
} from '../harness/child-server';
import { sendAll } from '../harness/post-requests';
import { generateService, type Service, type TruthCourse } from '../pos-simulator/generate-service';
import { readDeliveries, readTruth } from '../pos-simulator/option-values';
import type { Posting } from '../pos-simulator/post-delivery';
import { retimeDeliveries } from '../pos-simulator/retime';

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

const FIXTURE = path.join(import.meta.dirname, '..', 'pos-simulator', 'fixtures', 'friday-evening');
/** Time after which even forgotten courses are closed. */
const AFTER_SERVICE_MS = 6 * 60 * MINUTE_MS;

/** A moment of a service with this many open courses. */
export type Moment = { open: number; service: () => Service };

/** A name of 300 characters. */
const LONG_NAME = 'Familie van der Meer–Janssen, window, two high chairs, '.repeat(6).slice(0, 300);

const friday = (): Service => ({
  deliveries: readDeliveries(`${FIXTURE}.jsonl`),
  truth: readTruth(`${FIXTURE}.truth.json`),
});
// More open courses than the fixture's evening. Without faults, because a course without a serve would wait on the pass
// for hours.
const busier = () => generateService(31, { tables: 60, orders: 140, faults: false });
const banquets = () => generateService(11, { tables: 160, orders: 520, minutes: 240, faults: false });

/** Replaces unusual names, for the screenshots of the documentation. */
function withPlainNames({ deliveries, truth }: Service): Service {
  const plain = ({ body }: { body: string }) =>
    body.replace(/("tableName"\s*:\s*)"(?:[^"\\]|\\.)*[=<{\\@](?:[^"\\]|\\.)*"/g, '$1"de Boer"');
  return { deliveries: deliveries.map((delivery) => ({ ...delivery, body: plain(delivery) })), truth };
}

/** Gives some tables a name of the maximum length. */
function withLongNames({ deliveries, truth }: Service): Service {
  const long = ({ body }: { body: string }) => body.replaceAll('Familie Jansen', LONG_NAME);
  return { deliveries: deliveries.map((delivery) => ({ ...delivery, body: long(delivery) })), truth };
}

/** The counter's share (two in five) of this many orders in an hour. */
function counterRush(orders: number): Service {
  const { deliveries, truth } = generateService(5, { tables: 20, orders, minutes: 60, faults: false });
  return {
    deliveries: deliveries.filter(({ body }) => body.includes('"cafeteriaOrder"')),
    truth: { ...truth, courses: truth.courses.filter(({ orderKind }) => orderKind === 'cafeteria') },
  };
}

export const MOMENTS: readonly Moment[] = [
  { open: 0, service: friday },
  { open: 4, service: friday },
  { open: 14, service: () => withPlainNames(busier()) },
  { open: 24, service: busier },
  { open: 80, service: banquets },
];

/** Moments for the pages of staff, with unusual names. */
export const STAFF_MOMENTS: readonly Moment[] = [
  { open: 0, service: friday },
  { open: 3, service: () => withLongNames(friday()) },
  { open: 12, service: () => withLongNames(busier()) },
  { open: 60, service: () => withLongNames(banquets()) },
];

/** Past evenings for the pages of managers. */
export const PAST_EVENINGS = {
  '20-courses': { open: 0, service: () => generateService(1, { tables: 5, orders: 8, minutes: 90, faults: false }) },
  'one-evening': { open: 0, service: () => withLongNames(friday()) },
} satisfies Record<string, Moment>;

/** Moments for the board for guests. */
export const COUNTER_MOMENTS: readonly Moment[] = [
  { open: 0, service: () => counterRush(100) },
  { open: 3, service: () => counterRush(100) },
  { open: 12, service: () => counterRush(240) },
  { open: 60, service: () => counterRush(1_200) },
];

/** The deliveries until this many courses are open, retimed so that this happens at `now` (epoch ms). */
export function deliveriesUntil({ open, service }: Moment, now: number): Posting[] {
  const { deliveries, truth } = service();
  const at = findInstant(open, truth.courses);
  const untilMs = at - Date.parse(truth.opensAt);
  return retimeDeliveries(deliveries, { from: at, to: now, speed: 1 }).filter(({ atMs }) => atMs <= untilMs);
}

/** The instant at which the number of open courses is closest to `open`; of several, the one with most late courses. */
function findInstant(open: number, courses: readonly TruthCourse[]): number {
  const steps = courses.flatMap(({ startedAt, readyAt, servedAt }) =>
    [startedAt, readyAt, servedAt].flatMap((step) => (step === null ? [] : [Date.parse(step)])),
  );
  const last = Math.max(...steps);
  if (open === 0) return last + AFTER_SERVICE_MS;
  let best = { at: last, distance: Number.POSITIVE_INFINITY, lateness: 0 };
  for (let at = last; at > Math.min(...steps); at -= MINUTE_MS) {
    const now = courses.filter((course) => isOpen(course, at));
    const distance = Math.abs(now.length - open);
    const lateness = now.reduce((sum, course) => sum + latenessOf(course, at), 0);
    if (distance < best.distance || (distance === best.distance && lateness > best.lateness))
      best = { at, distance, lateness };
  }
  return best.at;
}

function isOpen({ startedAt, readyAt, servedAt }: TruthCourse, at: number): boolean {
  const began = startedAt ?? readyAt;
  return began !== null && Date.parse(began) <= at && (servedAt === null || Date.parse(servedAt) > at);
}

/** 1 for a late course, 10 for a very late one. */
function latenessOf({ startedAt, readyAt, expectedSeconds }: TruthCourse, at: number): number {
  if (startedAt === null || (readyAt !== null && Date.parse(readyAt) <= at)) return 0;
  const share = (at - Date.parse(startedAt)) / 1000 / expectedSeconds;
  if (share < 1) return 0;
  return share < 1.5 ? 1 : 10;
}

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
      await sendAll(server.url, retargeted, 16);
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
