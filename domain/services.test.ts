import { createHash } from 'node:crypto';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UnitVotes } from '../contract/settings';
import { translate } from '../server/webhooks/translate';
import { type Delivery, generateService, type Service } from '../tools/pos-simulator/generate-service';
import { readDeliveries, readTruth, truthFileOf } from '../tools/pos-simulator/option-values';
import { compareCourses } from '../tools/pos-simulator/truth';
import { type Fact, factKey, outranks, toIso } from './fact';
import { type FoldedOrder, foldOrder } from './fold';
import { agreedUnit, unitVote } from './preparation-unit';
import { runs } from './testing/runs';

const small = { orders: 15, tables: 5, minutes: 60 };

/** `HEATLAMP_SERVICES=10000` generates more. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 100);
const MAX_MS = Math.max(240_000, SERVICES * 200);

const FROM_POS = {
  pinnedEvent: null,
  pathSlip: { isRead: true, exceptInBranches: [] },
  contentType: 'application/json',
};

/** The folded orders of some deliveries, by identifier. */
function ordersOf(deliveries: readonly Delivery[]): Map<string, FoldedOrder> {
  const orders = new Map<string, Map<string, Fact>>();
  for (const { path: posted, body } of deliveries) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const context = { ...FROM_POS, pathEvent: path.basename(posted) };
    const reading = translate(Buffer.from(body), sha256, context, Number.POSITIVE_INFINITY);
    if (reading.kind !== 'fact') throw new Error(`${reading.reason}: ${body}`);
    const facts = orders.get(reading.identity) ?? new Map<string, Fact>();
    orders.set(reading.identity, facts);
    const holder = facts.get(factKey(reading.fact));
    if (!holder || outranks(reading.fact, holder)) facts.set(factKey(reading.fact), reading.fact);
  }
  return new Map([...orders].map(([identity, facts]) => [identity, foldOrder([...facts.values()])]));
}

function coursesOf(orders: ReadonlyMap<string, FoldedOrder>) {
  return [...orders.values()].flatMap(({ names, table, tickets }) =>
    tickets.map((ticket) => ({
      orderId: names.orderId,
      courseNumber: ticket.course.number,
      round: ticket.round,
      startedAt: toIso(ticket.startedAt),
      readyAt: toIso(ticket.readyAt),
      servedAt: toIso(ticket.servedAt),
      tableNumber: table?.number ?? null,
    })),
  );
}

function differences({ deliveries, truth }: Service): string[] {
  return compareCourses(truth.courses, coursesOf(ordersOf(deliveries))).differences;
}

test('[F1][F3][F4][F7a] the recorded Friday evening folds into its true courses', () => {
  const file = path.join(import.meta.dirname, '../tools/pos-simulator/fixtures/friday-evening.jsonl');

  expect(differences({ deliveries: readDeliveries(file), truth: readTruth(truthFileOf(file)) })).toEqual([]);
});

test(
  '[F1][F3][F4][F7a] generated services fold into their true courses',
  () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(differences(generateService(seed, small))).toEqual([]);
      }),
      runs(SERVICES),
    );
  },
  MAX_MS,
);

test.each(['seconds', 'minutes', 'milliseconds'] as const)('[F12] the unit of a service in %s is detected', (unit) => {
  const votes: UnitVotes = { seconds: 0, minutes: 0, milliseconds: 0 };
  for (const { tickets } of ordersOf(generateService(7, { ...small, unit }).deliveries).values()) {
    for (const { posRaw, measuredMs } of tickets) {
      const vote = unitVote(posRaw, measuredMs);
      if (vote) votes[vote] += 1;
    }
  }
  expect(agreedUnit(votes)).toBe(unit);
});
