import { expect, it } from 'vitest';
import { createDeliveryIds } from './delivery-ids';

const NOW = Date.UTC(2026, 5, 19, 18);
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

function expectRising(ids: readonly string[]): void {
  expect(ids.filter((id) => !VERSION_7.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted());
}

it('contains its time, as UUIDs of version 7 do', () => {
  const nextId = createDeliveryIds();
  expect([NOW, NOW + 1, NOW + 86_400_000].map((now) => timeOf(nextId(now)))).toEqual([NOW, NOW + 1, NOW + 86_400_000]);
});

it('increases from delivery to delivery of one millisecond, past any number of fetched random bytes', () => {
  const nextId = createDeliveryIds();
  expectRising(Array.from({ length: 2_000 }, () => nextId(NOW)));
});

it('increases with the clock, past any number of fetched random bytes', () => {
  const nextId = createDeliveryIds();
  expectRising(Array.from({ length: 2_000 }, (_, index) => nextId(NOW + index)));
});

it('increases while the clock is set back', () => {
  const nextId = createDeliveryIds();
  expectRising([NOW, NOW - 3_600_000, NOW - 1, 0, NOW, NOW + 1].map(nextId));
});

it('is never equal to one of another server, or of this one before a restart', () => {
  const [one, other] = [createDeliveryIds(), createDeliveryIds()];
  const ids = Array.from({ length: 1_000 }, () => [one(NOW), other(NOW)]).flat();
  expect(new Set(ids).size).toBe(2_000);
});
