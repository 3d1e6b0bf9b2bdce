import { generateService } from '../../pos-simulator/generate-service';
import { retimeDeliveries } from '../../pos-simulator/retime';
import { eventKey, type KitchenBody } from './event-key';

/** The path and body of a delivery, and the key of its event. */
export type Body = { path: string; body: string; key: string };

/** The same seed and instant (epoch ms) produce the same bytes. */
export type BodyOptions = { seed: number; until: number };

/** Branches of a chain on one server, each with a busy evening. */
const BRANCHES = 8;
const RESTAURANT = { tables: 60, orders: 300, minutes: 60 };
/** Without faults, so that every delivery changes a screen. */
const SCREEN_RESTAURANT = { branch: 1, tables: 80, orders: 400, minutes: 60, faults: false };

/** Evenings of several branches in order of arrival, with faults; the last event is at `until`. */
export function chainBodies({ seed, until }: BodyOptions): Body[] {
  const evenings = Array.from({ length: BRANCHES }, (_, index) =>
    evening(seed + index, { ...RESTAURANT, branch: index + 1, faults: true }, until),
  );
  return evenings
    .flat()
    .sort((a, b) => a.atMs - b.atMs)
    .map(toBody);
}

/** An evening of branch 1 without repeats. */
export function screenBodies({ seed, until }: BodyOptions, orders = SCREEN_RESTAURANT.orders): Body[] {
  return evening(seed, { ...SCREEN_RESTAURANT, orders }, until).map(toBody);
}

type TimedBody = { atMs: number; path: string; body: string };

/** A service whose last event is at `until`. */
function evening(seed: number, options: Parameters<typeof generateService>[1], until: number): TimedBody[] {
  const { deliveries } = generateService(seed, options);
  const last = Math.max(...deliveries.map(({ body }) => Date.parse(parseBody(body).event.eventTimestamp)));
  return retimeDeliveries(deliveries, { from: last, to: until, speed: 1 });
}

function toBody({ path, body }: TimedBody): Body {
  return { path, body, key: eventKey(parseBody(body)) };
}

function parseBody(body: string): KitchenBody {
  return JSON.parse(body) as KitchenBody;
}
