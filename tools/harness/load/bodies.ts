import type { Delivery } from '../../pos-simulator/service';
import { serviceUntil } from '../../pos-simulator/service-until';
import { eventKey, type KitchenBody } from './event-key';
import { LiveEvening } from './live-evening';

/** The path and body of a delivery, and the key of its event. */
export type Body = { path: string; body: string; key: string };

/** The same seed and instant (epoch ms) produce the same bytes. */
export type BodyOptions = { seed: number; until: number };

/** Branches of a chain on one server, each with a busy evening. */
const BRANCHES = 8;
const RESTAURANT = { tables: 60, orders: 300, minutes: 60 };
const EVENING_MS = 50 * 60_000;
/** Without faults, so that every delivery changes a screen. */
const SCREEN_RESTAURANT = { branch: 1, tables: 80, orders: 400, minutes: 60, faults: false };

/** Evenings of several branches in order of arrival, with faults; the last event is at `until`. */
export function chainBodies({ seed, until }: BodyOptions): Body[] {
  const evenings = Array.from({ length: BRANCHES }, (_, index) =>
    serviceUntil(until, seed + index, { ...RESTAURANT, branch: index + 1, faults: true }),
  );
  return evenings
    .flat()
    .sort((a, b) => a.atMs - b.atMs)
    .map(toBody);
}

/** An evening of branch 1 without repeats. */
export function screenBodies({ seed, until }: BodyOptions, orders = SCREEN_RESTAURANT.orders): Body[] {
  return serviceUntil(until, seed, { ...SCREEN_RESTAURANT, orders }).map(toBody);
}

/**
 * One evening of branch 1 on fifty tables, one party after the other at each, within the last 50 minutes: `count`
 * deliveries, without faults.
 */
export function partyBodies({ until }: Pick<BodyOptions, 'until'>, count: number): Body[] {
  const evening = new LiveEvening(1);
  const began = until - EVENING_MS;
  const opening = evening.opening(began);
  const later = Array.from({ length: count - opening.length }, (_, index) =>
    evening.next(began + Math.floor(((index + 1) * EVENING_MS) / count)),
  );
  return [...opening, ...later].map(({ pathEvent, body }) => toBody({ path: `/webhooks/${pathEvent}`, body }));
}

function toBody({ path, body }: Pick<Delivery, 'path' | 'body'>): Body {
  return { path, body, key: eventKey(JSON.parse(body) as KitchenBody) };
}
