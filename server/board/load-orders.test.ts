import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import { causeOf } from '../deliveries/causes';
import { replayOne } from '../deliveries/replay';
import { type EventFields, eventBody } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { storedState } from '../testing/stored-state';

const SIX = Date.parse('2026-06-19T18:00:00+02:00');
const MINUTE = 60_000;

let kitchen: Kitchen;
/** A second server with the same deliveries, all of them readable. */
let other: Kitchen;
beforeEach(async () => {
  [kitchen, other] = await Promise.all([openKitchen(undefined, SIX), openKitchen(undefined, SIX)]);
});
afterEach(() => Promise.all([kitchen.stop(), other.stop()]));

const ORDERS = ['5eea25d4-4188-43b8-9a66-8086561d590c', 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a'];

async function deliver(
  event: KitchenEvent,
  minute: number,
  fields: { order?: number; course?: number; table?: number } = {},
) {
  const { order = 0, course = 1, table = 12 } = fields;
  const at = SIX + minute * MINUTE;
  const members = { at, course, order: ORDERS[order] ?? '', number: 1 + order, table: { number: table } };
  other.setNow(at);
  kitchen.setNow(at);
  await take(other, event, members);
  return take(kitchen, event, members);
}

/** Posts with the header that a replay needs. */
function take({ take: keep, delivery }: Kitchen, event: KitchenEvent, fields: EventFields) {
  return keep({ ...delivery(event, eventBody(fields)), headers: { 'content-type': 'application/json' } });
}

type Stored = { id: string; body: Buffer; outcome: string; reason: string | null };
const stored = async (step: number): Promise<Stored> => {
  const [row] = await kitchen.rows<Stored>(
    `SELECT d."id", d."body", d."outcome", d."reason" FROM "Delivery" d JOIN "Order" o ON o."key" = d."orderKey"
     WHERE d."step" = ? AND o."identity" LIKE ?`,
    step,
    `%${ORDERS[0]}%`,
  );
  if (!row) throw new Error('there is no such delivery');
  return row;
};

/** Makes a stored delivery unreadable, as if by another version. The restart evicts the order and its facts. */
async function makeUnreadable({ id }: Stored): Promise<void> {
  await change(id, Buffer.from('{"since": "the next version"}'));
  kitchen = await kitchen.restart();
}

const change = (id: string, body: Buffer) =>
  kitchen.change('UPDATE "Delivery" SET "body" = ? WHERE "id" = ?', body, id);

const journal = async (id: string) => {
  const [row] = await kitchen.rows<Stored>('SELECT "id", "outcome", "reason" FROM "Delivery" WHERE "id" = ?', id);
  return row;
};
const evening = ({ folder }: Kitchen) => storedState(folder);

it('sets aside a fact that is no longer readable, logs it, and applies later facts of the order', async () => {
  await deliver('kitchenStartCourse', 0);
  await deliver('kitchenCompleteCourse', 8);
  const complete = await stored(2);
  await makeUnreadable(complete);

  expect(await deliver('kitchenServeCourse', 9)).toMatchObject({ outcome: 'applied' });

  expect(kitchen.board().tickets).toMatchObject([
    { startedAt: '2026-06-19T16:00:00.000Z', readyAt: null, servedAt: '2026-06-19T16:09:00.000Z' },
  ]);
  const { outcome, reason } = (await journal(complete.id)) ?? complete;
  expect([outcome, causeOf('unreadable', reason)]).toEqual(['unreadable', 'read-before']);
  expect(kitchen.warnings).toEqual(['a stored fact can no longer be read, and was set aside']);
});

it('restores it by a replay when it can be read again', async () => {
  await deliver('kitchenStartCourse', 0);
  await deliver('kitchenCompleteCourse', 8);
  const complete = await stored(2);
  await makeUnreadable(complete);
  await deliver('kitchenServeCourse', 9);
  expect(await replayOne(kitchen.core, complete.id)).toEqual({ replayed: 1, applied: 0 });

  await change(complete.id, complete.body);
  expect(await replayOne(kitchen.core, complete.id)).toEqual({ replayed: 1, applied: 1 });

  expect(await journal(complete.id)).toMatchObject({ outcome: 'applied', reason: null });
  expect(await evening(kitchen)).toEqual(await evening(other));
});

it('shows tickets and tables without it, even if the delivery has no new fact', async () => {
  await deliver('kitchenStartCourse', 0, { table: 12 });
  await deliver('kitchenStartCourse', 5, { course: 2, table: 14 });
  const [, second] = await kitchen.rows<Stored>('SELECT "id" FROM "Delivery" ORDER BY "receivedAt"');
  if (!second) throw new Error('there is no second delivery');
  await makeUnreadable(second);
  expect(kitchen.board().tickets).toHaveLength(2);

  expect(await deliver('kitchenStartCourse', 0, { table: 12 })).toMatchObject({ outcome: 'repeat' });

  const { tickets, tables } = kitchen.board();
  expect(tickets).toMatchObject([{ course: { number: 1 }, table: { number: '12' } }]);
  expect(tables).toMatchObject([{ number: '12', status: 'TABLE-STATUS-TAKEN' }]);
});

it('does not affect other orders of the same commit', async () => {
  await deliver('kitchenStartCourse', 0);
  await deliver('kitchenStartCourse', 1, { order: 1, table: 14 });
  await makeUnreadable(await stored(1));

  const kept = await Promise.all([
    deliver('kitchenCompleteCourse', 8),
    deliver('kitchenCompleteCourse', 9, { order: 1, table: 14 }),
  ]);

  expect(kept).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }]);
  expect(kitchen.board().tickets.map(({ startedAt }) => startedAt)).toEqual([null, '2026-06-19T16:01:00.000Z']);
});
