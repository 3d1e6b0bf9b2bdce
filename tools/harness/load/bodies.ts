import { generateService } from '../../pos-simulator/generate-service';
import { retimeDeliveries } from '../../pos-simulator/retime';
import { eventKey, type KitchenBody } from './event-key';

/** A delivery as it is posted, and the step that it reports. */
export type Body = { path: string; body: string; key: string };

/** The bodies of a run. The same seed and instant give the same bytes. */
export type Serving = { seed: number; until: number };

/** Restaurants of one chain on one server; each with a busy evening. */
const BRANCHES = 8;
const RESTAURANT = { tables: 60, orders: 300, minutes: 60 };
/** The restaurant whose screens are watched. Without faults, so that every delivery changes a screen. */
const WATCHED = { branch: 1, tables: 80, orders: 400, minutes: 60, faults: false };

/** Evenings of several branches in order of arrival, with faults; the last event is at `until`. */
export function eveningOfBranches({ seed, until }: Serving): Body[] {
  const evenings = Array.from({ length: BRANCHES }, (_, index) =>
    evening(seed + index, { ...RESTAURANT, branch: index + 1, faults: true }, until),
  );
  return evenings
    .flat()
    .sort((a, b) => a.atMs - b.atMs)
    .map(toBody);
}

/** The evening of branch 1 with each step once. */
export function eveningOnScreens({ seed, until }: Serving, orders = WATCHED.orders): Body[] {
  return evening(seed, { ...WATCHED, orders }, until).map(toBody);
}

type Sent = { atMs: number; path: string; body: string };

/** Retimed by branch: each branch ends now, however long it was open, as if the line had been down. */
function evening(seed: number, options: Parameters<typeof generateService>[1], until: number): Sent[] {
  const { deliveries } = generateService(seed, options);
  const last = Math.max(...deliveries.map(({ body }) => Date.parse(parseBody(body).event.eventTimestamp)));
  return retimeDeliveries(deliveries, { from: last, to: until, speed: 1 });
}

function toBody({ path, body }: Sent): Body {
  return { path, body, key: eventKey(parseBody(body)) };
}

function parseBody(body: string): KitchenBody {
  return JSON.parse(body) as KitchenBody;
}
