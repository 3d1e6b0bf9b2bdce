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

/** A service with other names of tables. */
function withNames({ deliveries, truth }: Service, rename: (body: string) => string): Service {
  return { deliveries: deliveries.map((delivery) => ({ ...delivery, body: rename(delivery.body) })), truth };
}

/** Replaces unusual names, for the screenshots of the documentation. */
const withPlainNames = (service: Service) =>
  withNames(service, (body) =>
    body.replace(/("tableName"\s*:\s*)"(?:[^"\\]|\\.)*[=<{\\@](?:[^"\\]|\\.)*"/g, '$1"de Boer"'),
  );

/** Gives some tables a name of the maximum length. */
const withLongNames = (service: Service) => withNames(service, (body) => body.replaceAll('Familie Jansen', LONG_NAME));

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
  const [first, last] = [Math.min(...steps), Math.max(...steps)];
  if (open === 0) return last + AFTER_SERVICE_MS;
  /** Less than 1 for late courses, which never outweigh an open one. */
  const distance = (at: number) => {
    const now = courses.filter((course) => isOpen(course, at));
    return Math.abs(now.length - open) - now.filter((course) => isLate(course, at)).length / (now.length + 1);
  };
  const minutes = Array.from({ length: Math.ceil((last - first) / MINUTE_MS) }, (_, index) => last - index * MINUTE_MS);
  return minutes.reduce((best, at) => (distance(at) < distance(best) ? at : best), last);
}

function isLate({ startedAt, readyAt, expectedSeconds }: TruthCourse, at: number): boolean {
  const isReady = readyAt !== null && Date.parse(readyAt) <= at;
  return startedAt !== null && !isReady && at - Date.parse(startedAt) > expectedSeconds * 1_000;
}

function isOpen({ startedAt, readyAt, servedAt }: TruthCourse, at: number): boolean {
  const began = startedAt ?? readyAt;
  return began !== null && Date.parse(began) <= at && (servedAt === null || Date.parse(servedAt) > at);
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
