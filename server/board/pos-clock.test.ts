import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../lib/time-units';
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
