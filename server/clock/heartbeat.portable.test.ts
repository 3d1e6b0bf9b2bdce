import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toIso } from '../../domain/fact';
import { openInbox } from '../intake/inbox';
import { createWriteQueue } from '../intake/write-queue';
import { openSqlite } from '../storage/open-database';
import { eventBody } from '../testing/events';
import { itOnSqlite } from '../testing/it-on-sqlite';
import { DEFAULT_CONTEXT, type Kitchen, openKitchen } from '../testing/kitchen';
import { LOCAL_CONNECTION } from '../testing/local-connection';
import { translate } from '../webhooks/translate';
import { startHeartbeat } from './heartbeat';

const MINUTE = 60_000;
/** A Friday at seven in the evening, by the branch's wall clock. */
const SEVEN = Date.parse('2026-06-19T19:00:00+02:00');
const at = (minutes: number) => SEVEN + minutes * MINUTE;
const gap = (from: number, to: number, cause: string) => ({ from: toIso(at(from)), to: toIso(at(to)), cause });

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SEVEN);
});
afterEach(() => kitchen.stop());

/** Starts listening, and waits until that is stored. */
async function listen(): Promise<void> {
  const { commits } = kitchen.core.queue.state();
  kitchen.core.heartbeat.begin();
  await vi.waitFor(() => expect(kitchen.core.queue.state().commits).toBeGreaterThan(commits), 60_000);
}

async function comesBackAt(minutes: number): Promise<void> {
  await kitchen.core.close();
  kitchen = await openKitchen(kitchen.folder, at(minutes));
  await listen();
}

describe('[F21][F21a] a server that was away', () => {
  it('gets a gap with its start and end, the same after another restart', async () => {
    await listen();
    await kitchen.deliver('kitchenStartCourse', { at: SEVEN });
    kitchen.setNow(at(2));
    await comesBackAt(9);
    expect(kitchen.board().gaps).toEqual([gap(2, 9, 'down')]);
    await comesBackAt(9);
    expect(kitchen.board().gaps).toEqual([gap(2, 9, 'down')]);
    kitchen.setNow(at(9 + 60));
    expect(kitchen.board().gaps).toEqual([]);
    expect(await kitchen.rows('SELECT * FROM "Gap"')).toHaveLength(1);
  });

  it('gets a gap that it notices while it stores that it listens', async () => {
    await kitchen.deliver('kitchenStartCourse', { at: SEVEN });
    const { queue } = kitchen.core;
    let looks = 0;
    const state = () => {
      looks += 1;
      return queue.state();
    };
    const run: typeof queue.run = (command) =>
      queue.run(async (sql, stages) => {
        const result = await command(sql, stages);
        if (kitchen.core.now() === at(9)) return result;
        // It hung, and looks at the clock before the first time that it listened is stored.
        kitchen.setNow(at(9));
        const before = looks;
        await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 2), 60_000);
        return result;
      });
    const heartbeat = startHeartbeat({ ...kitchen.core, queue: { ...queue, state, run }, listenedUntil: null }, 2);
    heartbeat.begin();
    await vi.waitFor(() => expect(kitchen.board().gaps).toEqual([gap(0, 9, 'down')]), 60_000);
    await heartbeat.end(at(9));
  });

  it('gets no gap for a branch without service', async () => {
    await listen();
    await kitchen.deliver('kitchenServeCourse', { at: SEVEN });
    await kitchen.deliver('kitchenStartCourse', { at: SEVEN, branch: 2 });
    kitchen.setNow(at(61));
    await comesBackAt(70);
    expect(kitchen.board(1).gaps).toEqual([]);
    expect(kitchen.board(2).gaps).toEqual([gap(61, 70, 'down')]);
  });

  it('uses the last delivery as its last sign of life after a kill', async () => {
    await listen();
    kitchen.setNow(at(3));
    await kitchen.deliver('kitchenStartCourse', { at: at(3) });
    await kitchen.core.close();
    await kitchen.change('UPDATE "Attendance" SET "until" = ?', SEVEN);
    kitchen = await openKitchen(kitchen.folder, at(5));
    await listen();
    expect(kitchen.board().gaps).toEqual([gap(3, 5, 'down')]);
  });

  it('gets no gap for commands, which open the folder without listening', async () => {
    await listen();
    await kitchen.deliver('kitchenStartCourse', { at: SEVEN });
    await kitchen.core.close();
    kitchen = await openKitchen(kitchen.folder, at(5));
    await kitchen.core.close();
    kitchen = await openKitchen(kitchen.folder, at(9));
    await listen();
    expect(kitchen.board().gaps).toEqual([gap(0, 9, 'down')]);
  });
});

describe('[F21c] a POS that was silent', () => {
  /** Checks the clock every few milliseconds instead of every ten seconds. */
  const watch = (listenedUntil: number | null = null) => {
    const keeper = startHeartbeat({ ...kitchen.core, listenedUntil }, 2);
    keeper.begin();
    return keeper;
  };
  const checked = () => kitchen.rows('SELECT "until" FROM "Attendance" WHERE "id" = 1');
  /** Moves the time in steps, and the server checks its clock in each. */
  const pass = async (from: number, to: number) => {
    for (let now = at(from); now < at(to); ) {
      now = Math.min(at(to), now + 0.9 * MINUTE);
      kitchen.setNow(now);
      await expect.poll(checked, { interval: 1 }).toEqual([{ until: now }]);
    }
  };

  it('is a gap once it sends again, also over a restart', async () => {
    for (const course of [1, 2, 3]) await kitchen.deliver('kitchenStartCourse', { at: SEVEN, course });
    let keeper = watch();
    await pass(0, 16);
    expect(await kitchen.rows('SELECT "fromAt", "toAt", "cause" FROM "Gap"')).toEqual([
      { fromAt: SEVEN, toAt: null, cause: 'silent' },
    ]);
    expect(kitchen.board().gaps).toEqual([]);
    await keeper.end(at(16));
    kitchen = await kitchen.restart();
    keeper = watch(at(16));
    await pass(16, 17);
    await kitchen.deliver('kitchenCompleteCourse', { at: at(17) });
    expect(kitchen.board().gaps).toEqual([gap(0, 17, 'silent')]);
    await keeper.end(at(17));
    kitchen = await kitchen.restart();
    expect(kitchen.board().gaps).toEqual([gap(0, 17, 'silent')]);
  });

  it('[F20c] is none for 45 minutes while one course cooks, and ends when none cooks any more', async () => {
    kitchen.core.settings.replace([{ key: 'autoCloseHours', branch: null, course: null, value: 1 }]);
    for (const course of [1, 2]) await kitchen.deliver('kitchenStartCourse', { at: SEVEN, course });
    const keeper = watch();
    await pass(0, 10);
    await kitchen.deliver('kitchenCompleteCourse', { at: at(10), course: 1 });
    await pass(10, 54.9);
    expect(await kitchen.rows('SELECT * FROM "Gap"')).toEqual([]);
    await pass(54.9, 59.9);
    expect(await kitchen.rows('SELECT "fromAt", "toAt" FROM "Gap"')).toEqual([{ fromAt: at(10), toAt: null }]);
    // One step past the closing of the course that cooks: whichever check notices it, it is the same time.
    await pass(59.9, 60.5);
    await vi.waitFor(() => expect(kitchen.board().gaps).toEqual([gap(10, 60.5, 'silent')]), { timeout: 60_000 });
    await keeper.end(at(60.5));
  });

  it('ends with the business day if it was switched off before', async () => {
    for (const course of [1, 2, 3]) await kitchen.deliver('kitchenStartCourse', { at: SEVEN, course });
    const keeper = watch();
    await pass(0, 16);
    await keeper.end(at(16));
    await comesBackAt(15 * 60);
    expect(await kitchen.rows('SELECT "toAt" FROM "Gap" WHERE "cause" = \'silent\'')).toEqual([{ toAt: at(16) }]);
  });

  it('[F20c] counts from when a clock that was ahead was set back, though not from a clock that starts behind', async () => {
    const lastDeliveryAt = () => kitchen.core.boards.branch(1)?.row.lastDeliveryAt;
    kitchen.setNow(at(60));
    await listen();
    await kitchen.deliver('kitchenStartCourse', { at: SEVEN });
    await comesBackAt(1);
    expect(lastDeliveryAt()).toBe(at(60));
    kitchen.setNow(at(60));
    const heartbeat = startHeartbeat({ ...kitchen.core, listenedUntil: null }, 2);
    heartbeat.begin();
    kitchen.setNow(at(1));
    await vi.waitFor(() => expect(lastDeliveryAt()).toBe(at(1)), 60_000);
    await heartbeat.end(at(1));
    // Received before, and projected only now.
    await kitchen.take({ ...kitchen.delivery('kitchenServeCourse', eventBody({ at: SEVEN })), receivedAt: at(60) });
    expect(lastDeliveryAt()).toBe(at(1));
  });

  it('is not a gap while no course cooks, also where food waits on the pass', async () => {
    for (const course of [1, 2, 3]) await kitchen.deliver('kitchenCompleteCourse', { at: SEVEN, course });
    const keeper = watch();
    await pass(0, 50);
    await keeper.end(at(50));
    expect(await kitchen.rows('SELECT * FROM "Gap"')).toEqual([]);
  });
});

itOnSqlite('[F21c] a period in which nothing could be stored is a gap', async () => {
  await kitchen.deliver('kitchenServeCourse', { at: SEVEN });
  // An inbox whose file is closed cannot store anything.
  const inbox = openInbox(`${kitchen.folder}/second-intake.db`, translate);
  inbox.close();
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const queue = createWriteQueue({ ...kitchen.core, database, inbox, connection: LOCAL_CONNECTION });
  const keeper = startHeartbeat({ ...kitchen.core, queue, listenedUntil: SEVEN }, 2);
  const holder = kitchen.connect();
  try {
    keeper.begin();
    holder.exec('BEGIN IMMEDIATE');
    kitchen.setNow(at(0.5));
    const fields = { at: at(0.5), order: 'refused' };
    const delivery = kitchen.delivery('kitchenStartCourse', eventBody(fields));
    expect(await queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: 'kitchenStartCourse' })).toEqual({
      storedIn: 'nowhere',
    });
    holder.close();
    await vi.waitFor(
      () => expect(kitchen.board().gaps).toMatchObject([{ cause: 'refused', to: toIso(at(0.5)) }]),
      60_000,
    );
  } finally {
    await keeper.end(at(0.5));
    await queue.close();
    await database.$disconnect();
  }
});

it('[F21f] a delivery that was cut off with its connection is a gap, other ended connections are none', async () => {
  await kitchen.deliver('kitchenServeCourse', { at: SEVEN });
  const cut = { connections: 7, deliveries: 0 };
  const keeper = startHeartbeat({ ...kitchen.core, admission: { cut: () => cut }, listenedUntil: SEVEN }, 2);
  const looks = async () => {
    const { commits } = kitchen.core.queue.state();
    await vi.waitFor(() => expect(kitchen.core.queue.state().commits).toBeGreaterThan(commits + 2), 60_000);
  };
  keeper.begin();
  kitchen.setNow(at(0.5));
  await looks();
  expect(kitchen.board().gaps).toEqual([]);
  cut.deliveries += 1;
  await looks();
  await keeper.end(at(0.5));
  expect(kitchen.board().gaps).toEqual([gap(0.5, 0.5, 'refused')]);
});
