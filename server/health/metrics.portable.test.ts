import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDatabase } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { METRICS } from './metrics';

const MINUTE = 60_000;
/** A guest's name, as the POS sends it with a table. */
const GUEST = 'Van der Guest';

let server: RunningServer;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await server.stop();
});

/** The current metrics: series by name, with values. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(`${server.url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, series = '', value = ''] = /^(\S+?(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return [series, Number(value)];
    }),
  );
}

async function figure(series: string): Promise<number | undefined> {
  return (await scrape()).get(series);
}

const start = (fields: Partial<Parameters<typeof eventBody>[0]> = {}, event = 'kitchenStartCourse') =>
  server.post(event, eventBody({ at: Date.now() - MINUTE, ...fields }));

async function connect(view: string): Promise<Socket> {
  const { token } = await server.command<{ token: string }>('screen add', { name: GUEST, branches: [1], view });
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  closing.push(() => socket.disconnect());
  await new Promise((shown) => socket.once('board:snapshot', shown));
  return socket;
}

it('has a finite value for every metric, and contains no guest, token or secret', async () => {
  await start({ table: { number: 12, tableName: GUEST } });
  await connect('kitchen');
  const answer = await fetch(`${server.url}/metrics`);
  const text = await answer.text();
  for (const { name, help, is } of METRICS) {
    expect(text).toContain(`# HELP ${name} ${help}\n`);
    expect(text).toContain(`# TYPE ${name} ${is}\n`);
  }
  expect(text).not.toContain(GUEST);
  expect([...(await scrape()).entries()].filter(([, value]) => !Number.isFinite(value))).toEqual([]);
});

it('counts deliveries by outcome and by the way they were committed', async () => {
  await start();
  await start({ at: Date.now() - 2 * MINUTE, course: 2 });
  const body = eventBody({ at: Date.now(), course: 3 });
  for (let time = 0; time < 3; time += 1) await server.post('kitchenStartCourse', body);
  await server.post('kitchenStartCourse', 'not json');
  await server.post('somethingNew', body);
  await server.core.queue.committed();
  const figures = await scrape();
  const of = (outcome: string) => figures.get(`heatlamp_deliveries_total{outcome="${outcome}"}`);
  expect(['applied', 'repeat', 'unreadable', 'ignored', 'not-stored'].map(of)).toEqual([3, 2, 1, 1, 0]);
  expect(figures.get('heatlamp_answer_seconds_count')).toBe(7);
  expect(figures.get('heatlamp_answer_seconds_bucket{le="+Inf"}')).toBe(7);
  expect(figures.get('heatlamp_answer_seconds_sum')).toBeGreaterThan(0);
  expect(figures.get('heatlamp_batch_deliveries_sum')).toBe(7);
  const batches = figures.get('heatlamp_batch_deliveries_count');
  expect(figures.get('heatlamp_commit_seconds_count')).toBe(batches);
  expect(figures.get('heatlamp_fold_seconds_count')).toBe(batches);
});

it('counts refused deliveries by code, for any claimed subscription', async () => {
  const body = eventBody({ at: Date.now() });
  await server.post('kitchenStartCourse', body, { 'X-Service-Signature': 'AAAA' });
  await server.post('kitchenStartCourse', body, { 'X-Service-Subscription-Id': GUEST });
  await server.post('kitchenStartCourse', body, { 'X-Service-Subscription-Id': 'another' });
  await server.post('kitchenStartCourse', 'x'.repeat(300 * 1024));
  const figures = await scrape();
  expect(figures.get('heatlamp_refusals_total{code="INVALID_SIGNATURE",problem=""}')).toBe(1);
  expect(figures.get('heatlamp_refusals_total{code="INVALID_SUBSCRIPTION_ID",problem=""}')).toBe(2);
  expect(figures.get('heatlamp_refusals_total{code="INVALID_DATA",problem="too-large"}')).toBe(1);
});

it('reports what waits in the inbox, and whether another delivery can be stored', async () => {
  const unlock = await lockDatabase(server.dataDir);
  for (const course of [1, 2, 3]) expect((await start({ course })).status).toBe(200);
  await server.core.queue.committed();
  const away = await scrape();
  expect(away.get('heatlamp_deliveries_total{outcome="applied"}')).toBe(0);
  expect(away.get('heatlamp_inbox_deliveries')).toBe(3);
  expect(away.get('heatlamp_inbox_bytes')).toBeGreaterThan(1_000);
  expect([away.get('heatlamp_database_away'), away.get('heatlamp_ready')]).toEqual([1, 1]);
  await unlock();
  await server.core.queue.projectAll();
  const after = await scrape();
  expect(after.get('heatlamp_deliveries_total{outcome="applied"}')).toBe(3);
  const waits = ['inbox_deliveries', 'inbox_bytes', 'inbox_rejected_deliveries', 'database_away', 'queue_waiting'];
  expect(waits.map((name) => after.get(`heatlamp_${name}`))).toEqual([0, 0, 0, 0, 0]);
});

it('counts the screens of a branch by view, connected or not', async () => {
  const live = (view: string) => figure(`heatlamp_screens_live{branch="1",view="${view}"}`);
  const socket = await connect('kitchen');
  await server.command('screen add', { name: 'Till', branches: [1, 2], view: 'pass' });
  expect(await live('kitchen')).toBe(1);
  expect(await live('pass')).toBe(0);
  expect(await figure('heatlamp_screens_paired{branch="2",view="pass"}')).toBe(1);
  socket.disconnect();
  await expect.poll(() => live('kitchen')).toBe(0);
});

it('reports the age of the oldest data that a screen shows', async () => {
  const [wall, other] = [await connect('kitchen'), await connect('kitchen')];
  const age = () => figure('heatlamp_screen_data_age_seconds{branch="1",view="kitchen"}');
  expect(await age()).toBeUndefined();
  const now = Date.now();
  server.setNow(now);
  await wall.emitWithAck('board:painted', { ticketIds: [], dataAgeMs: 1_500 });
  await other.emitWithAck('board:painted', { ticketIds: [], dataAgeMs: 200 });
  expect(await age()).toBe(1.5);
  server.setNow(now + 20_000);
  await wall.emitWithAck('board:painted', { ticketIds: [], dataAgeMs: 500 });
  expect(await age()).toBe(20.2);
  other.disconnect();
  await expect.poll(age).toBe(0.5);
});

it("reports the POS's clock difference and last delivery, also if the difference is implausible", async () => {
  await server.command('branch set', { number: 1 });
  await start({ branch: 2 });
  expect(await figure('heatlamp_pos_clock_behind_seconds{branch="2"}')).toBeUndefined();
  const now = Date.now();
  for (let minute = 0; minute < 6; minute += 1) {
    server.setNow(now + minute * MINUTE);
    await start({ at: now + minute * MINUTE - 8 * 60 * MINUTE, course: minute + 1 });
  }
  const figures = await scrape();
  expect(figures.get('heatlamp_pos_clock_behind_seconds{branch="1"}')).toBe(8 * 3_600);
  expect(figures.get('heatlamp_last_delivery_timestamp_seconds{branch="1"}')).toBe((now + 5 * MINUTE) / 1_000);
});

it('reports the delay of the event loops', async () => {
  await scrape();
  // The measurement restarts with the next tick, every 10 ms.
  await new Promise((resume) => setTimeout(resume, 50));
  const until = performance.now() + 250;
  while (performance.now() < until);
  await server.core.reader.read('overview', null);
  const figures = await scrape();
  expect(figures.get('heatlamp_event_loop_delay_seconds{quantile="1"}')).toBeGreaterThan(0.2);
  expect(figures.get('heatlamp_reader_queries_total{result="answered"}')).toBeGreaterThanOrEqual(1);
  await expect.poll(() => figure('heatlamp_reader_waiting')).toBe(0);
  expect(figures.get('heatlamp_reader_busy_seconds')).toBeGreaterThan(0);
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(50e6);
  expect(
    Math.abs((figures.get('process_start_time_seconds') ?? 0) - (Date.now() / 1_000 - process.uptime())),
  ).toBeLessThan(5);
});

it('has figures of its own in each server of one process', async () => {
  const other = await startServer();
  closing.push(other.stop);
  await start();
  const text = await (await fetch(`${other.url}/metrics`)).text();
  expect(text).toContain('heatlamp_deliveries_total{outcome="applied"} 0\n');
  expect(await figure('heatlamp_deliveries_total{outcome="applied"}')).toBe(1);
});
