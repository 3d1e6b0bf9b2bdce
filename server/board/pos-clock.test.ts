import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

const start = Date.parse('2026-06-19T16:00:00Z');

let server: RunningServer;
beforeEach(async () => {
  server = await startServer(undefined, {}, start);
});
afterEach(() => server.stop());

const offset = () => server.core.boards.branch(1)?.posOffsetMs;

it('computes from events how far the POS is behind', async () => {
  for (let minute = 0; minute < 6; minute += 1) {
    server.setNow(start + minute * MINUTE_MS);
    await server.post('kitchenStartCourse', eventBody({ at: start + minute * MINUTE_MS - 90_000, course: minute + 1 }));
  }
  expect(offset()).toBe(90_000);
  server = await server.restart();
  expect(offset()).toBe(90_000);
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
