import { expect, it } from 'vitest';
import { createDeliveryIds } from './receive';

const NOW = Date.UTC(2026, 5, 19, 18);
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** Expects different UUIDs of version 7, in ascending order. */
function expectRising(ids: readonly string[]): void {
  expect(ids.filter((id) => !VERSION_7.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted());
}

it('contains the time of the delivery, like every UUID of version 7', () => {
  const nextId = createDeliveryIds();
  expect([NOW, NOW + 1, NOW + 86_400_000].map((now) => timeOf(nextId(now)))).toEqual([NOW, NOW + 1, NOW + 86_400_000]);
});

it('increases within a millisecond, with the clock and after it was set back, also when random bytes are fetched again', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => index);
  expectRising(many.map(() => NOW).map(createDeliveryIds()));
  expectRising(many.map((index) => NOW + index).map(createDeliveryIds()));
  expectRising([NOW, NOW - 3_600_000, NOW - 1, 0, NOW, NOW + 1].map(createDeliveryIds()));
});

it('differs from the ids of another server, and of the same server before a restart', () => {
  const [one, other] = [createDeliveryIds(), createDeliveryIds()];
  const ids = Array.from({ length: 1_000 }, () => [one(NOW), other(NOW)]).flat();
  expect(new Set(ids).size).toBe(2_000);
});
