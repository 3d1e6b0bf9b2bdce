import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../lib/time';
import { liveOf } from '../live/live-branches';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

const start = Date.parse('2026-06-19T16:00:00Z');

let server: RunningServer;
beforeEach(async () => {
  server = await startServer(undefined, {}, start);
});
afterEach(() => server.stop());

const offset = () => server.core.boards.branch(1)?.posOffsetMs;
/** What the live page says of the clock. */
const isKnown = () =>
  liveOf({ ...server.core, screens: () => new Map(), presence: { list: () => [] } as never }, [1]).branches[0]
    ?.isPosClockKnown;

it('computes from events how far the POS is behind', async () => {
  for (let minute = 0; minute < 6; minute += 1) {
    server.setNow(start + minute * MINUTE_MS);
    await server.post('kitchenStartCourse', eventBody({ at: start + minute * MINUTE_MS - 90_000, course: minute + 1 }));
  }
  expect(offset()).toBe(90_000);
  server = await server.restart();
  expect(offset()).toBe(90_000);
});

describe('[F23b] before deliveries came in five minutes', () => {
  const post = (minute: number, behind: number, second = 0, workplace = 3) => {
    const now = start + minute * MINUTE_MS + second * 1_000;
    server.setNow(now);
    const course = minute * 10 + second + 1;
    return server.post('kitchenStartCourse', eventBody({ at: now - behind, course, workplace }));
  };

  it('believes five deliveries of a workplace in three minutes, also after a restart', async () => {
    for (const [minute, second] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [2, 0],
    ] as const)
      await post(minute, 440_000, second);
    expect([offset(), isKnown()]).toEqual([0, false]);
    server = await server.restart();
    expect([offset(), isKnown()]).toEqual([0, false]);
    await post(2, 440_900, 1);
    expect([offset(), isKnown()]).toEqual([440_000, true]);
    server = await server.restart();
    expect(offset()).toBe(440_000);
    for (const minute of [3, 4]) await post(minute, 440_500);
    expect(offset()).toBe(440_000);
  });

  it('makes no course of another workplace wrong', async () => {
    for (const minute of [0, 1, 2]) for (const second of [0, 1]) await post(minute, 440_000, second);
    expect(offset()).toBe(440_000);
    await post(3, 0, 5, 4);
    expect(offset()).toBe(0);
    server = await server.restart();
    expect(offset()).toBe(0);
  });
});

it('ignores repeats when it computes the clock', async () => {
  const body = eventBody({ at: start });
  for (let minute = 0; minute < 20; minute += 1) {
    server.setNow(start + minute * MINUTE_MS);
    expect((await server.post('kitchenStartCourse', body)).status).toBe(200);
  }
  expect(offset()).toBe(0);
  server = await server.restart();
  expect(offset()).toBe(0);
});

it('counts what is replayed by its receipt, unless the clock of the server was days behind then', async () => {
  const replay = () => server.command('deliveries replay', { outcome: 'unreadable' });
  const post = (at: number, order: string, course: number) =>
    server.post('kitchenStartCourse', eventBody({ at, order, course }));
  for (let minute = 0; minute < 8; minute += 1) {
    server.setNow(start - 7 * DAY_MS + minute * MINUTE_MS);
    expect((await post(start + minute * MINUTE_MS, 'ahead', minute + 1)).status).toBe(400);
  }
  for (let minute = 10; minute < 15; minute += 1) {
    server.setNow(start + minute * MINUTE_MS);
    await post(start + minute * MINUTE_MS - 90_000, 'live', minute);
  }
  expect(offset()).toBe(90_000);
  expect(await replay()).toEqual({ replayed: 8, applied: 8 });
  expect(offset()).toBe(90_000);
  server = await server.restart();
  expect(offset()).toBe(90_000);

  await server.command('subscription limit', { id: 'heatlamp', branches: [2] });
  for (let minute = 15; minute < 21; minute += 1) {
    server.setNow(start + minute * MINUTE_MS);
    expect((await post(start + minute * MINUTE_MS - 60_000, 'limited', minute)).status).toBe(400);
  }
  await server.command('subscription limit', { id: 'heatlamp', branches: null });
  expect(await replay()).toEqual({ replayed: 6, applied: 6 });
  expect(offset()).toBe(60_000);
  server = await server.restart();
  expect(offset()).toBe(60_000);
});
