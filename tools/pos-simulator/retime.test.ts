import { describe, expect, it } from 'vitest';
import type { Delivery } from './generate-service';
import { readDeliveries } from './option-values';
import { retimeDeliveries, retimingToNow } from './retime';

const fixture = `${import.meta.dirname}/fixtures/friday-evening`;
const deliveries = readDeliveries(`${fixture}.jsonl`);
const now = Date.parse('2027-01-15T11:00:00.123Z');
const stamp = /"eventTimestamp":"([^"]*)"/;

function instants(list: readonly Delivery[]): number[] {
  return list.map(({ body }) => Date.parse(stamp.exec(body)?.[1] ?? ''));
}

function retimed(list: readonly Delivery[], speed: number): Delivery[] {
  const retiming = retimingToNow(list, now, speed);
  if (retiming === null) throw new Error('no time stamp');
  return retimeDeliveries(list, retiming);
}

it('does not change a preparation time of zero at any speed', () => {
  const body = '{"event":{"eventTimestamp":"2026-06-19T17:30:00.000+02:00"},"course":{"actualPreparationTime":0}}';
  const start = { atMs: 0, event: 'kitchenStartCourse', path: '/webhooks/kitchenStartCourse', body };
  expect(retimed([start], 10)[0]?.body).toContain('"actualPreparationTime":0}');
});

describe('a service that starts now', () => {
  it('keeps the intervals between time stamps', () => {
    const retimedDeliveries = instants(retimed(deliveries, 1));
    const shift = (retimedDeliveries[0] ?? 0) - (instants(deliveries)[0] ?? 0);
    expect(retimedDeliveries).toEqual(instants(deliveries).map((instant) => instant + shift));
  });

  it('starts now, and has no event in the future when it is sent', () => {
    const retimedDeliveries = retimed(deliveries, 1);
    const first = retimedDeliveries[0]?.atMs ?? 0;
    for (const [index, instant] of instants(retimedDeliveries).entries()) {
      expect(instant).toBeLessThanOrEqual(now + (retimedDeliveries[index]?.atMs ?? 0) - first);
    }
    expect(now - (instants(retimedDeliveries)[0] ?? 0)).toBeLessThan(1_000);
  });

  it('changes nothing else, and keeps the offset', () => {
    const retimedDeliveries = retimed(deliveries, 1);
    for (const [index, { body, ...rest }] of retimedDeliveries.entries()) {
      const original = deliveries[index];
      expect({ ...rest, body: body.replace(stamp, '') }).toEqual({
        ...original,
        body: original?.body.replace(stamp, ''),
      });
      expect(body).toMatch(/"eventTimestamp":"2027-01-15T\d\d:\d\d:\d\d\.\d{3}\+02:00"/);
    }
  });

  it('divides intervals and preparation times by the speed', () => {
    const retimedDeliveries = retimed(deliveries, 10);
    const [first = 0, second = 0] = instants(deliveries);
    const [movedFirst = 0, movedSecond = 0] = instants(retimedDeliveries);
    expect(Math.abs(movedSecond - movedFirst - (second - first) / 10)).toBeLessThanOrEqual(1);
    expect(deliveries[3]?.body).toContain('"expectedPreparationTime":240,"actualPreparationTime":190');
    expect(retimedDeliveries[3]?.body).toContain('"expectedPreparationTime":24,"actualPreparationTime":19');
  });

  it('does not change odd spacing, text that looks like a member, and invalid time stamps', () => {
    const event = { event: 'kitchenStartCourse', path: '/webhooks/kitchenStartCourse', atMs: 0 };
    const odd: Delivery[] = [
      { ...event, body: '{ "eventTimestamp" : "2026-06-19T17:30:00.000-03:30",\n"n": 9007199254740993,"s":"\\u00e9"}' },
      { ...event, body: '{"tableName":"\\"eventTimestamp\\":\\"2026-06-19T17:30:00.000+02:00\\""}' },
      { ...event, body: '{"eventTimestamp":"yesterday"}' },
    ];
    const retimedDeliveries = retimed(odd, 1);
    expect(retimedDeliveries[0]?.body).toBe(
      '{ "eventTimestamp" : "2027-01-15T07:30:00.123-03:30",\n"n": 9007199254740993,"s":"\\u00e9"}',
    );
    expect(retimedDeliveries.slice(1)).toEqual(odd.slice(1));
    expect(retimingToNow(odd.slice(2), now, 1)).toBeNull();
  });
});
