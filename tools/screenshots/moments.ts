import path from 'node:path';
import { generateService } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { retimeDeliveries } from '../pos-simulator/retime';
import type { Service, TruthCourse } from '../pos-simulator/service';
import { readDeliveries, readTruth } from '../pos-simulator/service-files';

const FIXTURE = path.join(import.meta.dirname, '..', 'pos-simulator', 'fixtures', 'friday-evening');
const MINUTE_MS = 60_000;
/** Time after a service by which even forgotten courses are closed. */
const LONG_AFTER_MS = 6 * 60 * MINUTE_MS;

/** A moment of a service with this many open courses. */
export type Moment = { open: number; service: () => Service };

/** A name of 300 characters. */
const LONG_NAME = 'Familie van der Meer–Janssen, window, two high chairs, '.repeat(6).slice(0, 300);

const friday = (): Service => ({
  deliveries: readDeliveries(`${FIXTURE}.jsonl`),
  truth: readTruth(`${FIXTURE}.truth.json`),
});
// The fixture's evening never has that many open courses. Without faults, because a course without a serve would wait
// on the pass for hours.
const busier = () => generateService(31, { tables: 60, orders: 140, faults: false });
const banquets = () => generateService(11, { tables: 160, orders: 520, minutes: 240, faults: false });

/** The documentation shows an ordinary evening; the other pictures have unusual names. */
function withPlainNames({ deliveries, truth }: Service): Service {
  const plain = ({ body }: { body: string }) =>
    body.replace(/("tableName"\s*:\s*)"(?:[^"\\]|\\.)*[=<{\\@](?:[^"\\]|\\.)*"/g, '$1"de Boer"');
  return { deliveries: deliveries.map((delivery) => ({ ...delivery, body: plain(delivery) })), truth };
}

/** The names of the menu are in many scripts, and one has the maximum length. */
function withLongNames({ deliveries, truth }: Service): Service {
  const long = ({ body }: { body: string }) => body.replaceAll('Familie Jansen', LONG_NAME);
  return { deliveries: deliveries.map((delivery) => ({ ...delivery, body: long(delivery) })), truth };
}

/** A counter at noon, with this many orders in an hour; two in five are the counter's. */
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
export const HOUSE_MOMENTS: readonly Moment[] = [
  { open: 0, service: friday },
  { open: 3, service: () => withLongNames(friday()) },
  { open: 12, service: () => withLongNames(busier()) },
  { open: 60, service: () => withLongNames(banquets()) },
];

/** Histories for the pages of managers, by size. */
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

/** The deliveries until this many courses are open, moved in time so that this is at `now` (epoch ms). */
export function postedUntil({ open, service }: Moment, now: number): Posting[] {
  const { deliveries, truth } = service();
  const at = instantWith(open, truth.courses);
  const untilMs = at - Date.parse(truth.opensAt);
  return retimeDeliveries(deliveries, { from: at, to: now, speed: 1 })
    .filter(({ atMs }) => atMs <= untilMs)
    .map(({ path: to, body }) => ({ dueMs: 0, path: to, body, kind: 'delivery' }));
}

/** The minute with this many open courses, or the nearest number; of several the one with the most late courses. */
function instantWith(open: number, courses: readonly TruthCourse[]): number {
  const steps = courses.flatMap(({ startedAt, readyAt, servedAt }) =>
    [startedAt, readyAt, servedAt].flatMap((step) => (step === null ? [] : [Date.parse(step)])),
  );
  const last = Math.max(...steps);
  if (open === 0) return last + LONG_AFTER_MS;
  let best = { at: last, off: Number.POSITIVE_INFINITY, trouble: 0 };
  for (let at = last; at > Math.min(...steps); at -= MINUTE_MS) {
    const now = courses.filter((course) => isOpen(course, at));
    const off = Math.abs(now.length - open);
    const trouble = now.reduce((sum, course) => sum + troubleOf(course, at), 0);
    if (off < best.off || (off === best.off && trouble > best.trouble)) best = { at, off, trouble };
  }
  return best.at;
}

function isOpen({ startedAt, readyAt, servedAt }: TruthCourse, at: number): boolean {
  const began = startedAt ?? readyAt;
  return began !== null && Date.parse(began) <= at && (servedAt === null || Date.parse(servedAt) > at);
}

/** 1 for a late course, 10 for a very late one. */
function troubleOf({ startedAt, readyAt, expectedSeconds }: TruthCourse, at: number): number {
  if (startedAt === null || (readyAt !== null && Date.parse(readyAt) <= at)) return 0;
  const share = (at - Date.parse(startedAt)) / 1000 / expectedSeconds;
  if (share < 1) return 0;
  return share < 1.5 ? 1 : 10;
}
