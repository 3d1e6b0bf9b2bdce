import { describe, expect, it } from 'vitest';
import { retimeDeliveries, retimeService, startingNow } from './retime';
import type { Delivery } from './service';
import { readDeliveries, readTruth } from './service-files';

const fixture = `${import.meta.dirname}/fixtures/friday-evening`;
const deliveries = readDeliveries(`${fixture}.jsonl`);
const now = Date.parse('2027-01-15T11:00:00.123Z');
const stamp = /"eventTimestamp":"([^"]*)"/;

function instants(list: readonly Delivery[]): number[] {
  return list.map(({ body }) => Date.parse(stamp.exec(body)?.[1] ?? ''));
}

function retimed(list: readonly Delivery[], speed: number): Delivery[] {
  const retiming = startingNow(list, now, speed);
  if (retiming === null) throw new Error('no time stamp');
  return retimeDeliveries(list, retiming);
}

it('leaves a preparation time of zero as it is, at any speed', () => {
  const body = '{"event":{"eventTimestamp":"2026-06-19T17:30:00.000+02:00"},"course":{"actualPreparationTime":0}}';
  const start = { atMs: 0, event: 'kitchenStartCourse', path: '/webhooks/kitchenStartCourse', body };
  expect(retimed([start], 10)[0]?.body).toContain('"actualPreparationTime":0}');
});

describe('a service that starts now', () => {
  it('keeps the distances of its time stamps', () => {
    const moved = instants(retimed(deliveries, 1));
    const shift = (moved[0] ?? 0) - (instants(deliveries)[0] ?? 0);
    expect(moved).toEqual(instants(deliveries).map((instant) => instant + shift));
  });

  it('begins now and has no event that lies ahead when it is sent', () => {
    const moved = retimed(deliveries, 1);
    const first = moved[0]?.atMs ?? 0;
    for (const [index, instant] of instants(moved).entries()) {
      expect(instant).toBeLessThanOrEqual(now + (moved[index]?.atMs ?? 0) - first);
    }
    expect(now - (instants(moved)[0] ?? 0)).toBeLessThan(1_000);
  });

  it('changes nothing else, and keeps the offset', () => {
    const moved = retimed(deliveries, 1);
    for (const [index, { body, ...rest }] of moved.entries()) {
      const original = deliveries[index];
      expect({ ...rest, body: body.replace(stamp, '') }).toEqual({
        ...original,
        body: original?.body.replace(stamp, ''),
      });
      expect(body).toMatch(/"eventTimestamp":"2027-01-15T\d\d:\d\d:\d\d\.\d{3}\+02:00"/);
    }
  });

  it('divides distances and preparation times at speed', () => {
    const moved = retimed(deliveries, 10);
    const [first = 0, second = 0] = instants(deliveries);
    const [movedFirst = 0, movedSecond = 0] = instants(moved);
    expect(Math.abs(movedSecond - movedFirst - (second - first) / 10)).toBeLessThanOrEqual(1);
    expect(deliveries[3]?.body).toContain('"expectedPreparationTime":240,"actualPreparationTime":190');
    expect(moved[3]?.body).toContain('"expectedPreparationTime":24,"actualPreparationTime":19');
  });

  it('leaves odd spacing, names that look like members and stamps that are none alone', () => {
    const event = { event: 'kitchenStartCourse', path: '/webhooks/kitchenStartCourse', atMs: 0 };
    const odd: Delivery[] = [
      { ...event, body: '{ "eventTimestamp" : "2026-06-19T17:30:00.000-03:30",\n"n": 9007199254740993,"s":"\\u00e9"}' },
      { ...event, body: '{"tableName":"\\"eventTimestamp\\":\\"2026-06-19T17:30:00.000+02:00\\""}' },
      { ...event, body: '{"eventTimestamp":"yesterday"}' },
    ];
    const moved = retimed(odd, 1);
    expect(moved[0]?.body).toBe(
      '{ "eventTimestamp" : "2027-01-15T07:30:00.123-03:30",\n"n": 9007199254740993,"s":"\\u00e9"}',
    );
    expect(moved.slice(1)).toEqual(odd.slice(1));
    expect(startingNow(odd.slice(2), now, 1)).toBeNull();
  });

  it('moves the truth along, to the same millisecond', () => {
    const truth = readTruth(`${fixture}.truth.json`);
    const retiming = startingNow(deliveries, now, 7);
    if (retiming === null) throw new Error('no time stamp');
    const moved = retimeService({ deliveries, truth }, retiming);
    const stamps = new Set(instants(moved.deliveries));
    for (const course of moved.truth.courses) {
      if (course.startedAt !== null) expect(stamps).toContain(Date.parse(course.startedAt));
    }
  });
});
