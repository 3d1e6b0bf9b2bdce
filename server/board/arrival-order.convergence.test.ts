import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KITCHEN_EVENTS } from '../../contract/constants';
import { forgetEarlierDays, stageDueChanges } from '../clock/clock';
import { type EventFields, eventBody } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { comparableBoard, storedState } from '../testing/stored-state';

/** `HEATLAMP_SERVICES` sets the number of runs, `HEATLAMP_SEED` the seed. */
const RUNS = Number(process.env['HEATLAMP_SERVICES'] ?? 12);
const SEED = process.env['HEATLAMP_SEED'] === undefined ? {} : { seed: Number(process.env['HEATLAMP_SEED']) };
const SECOND = 1_000;
/** A Friday at six in the evening, by the branch's wall clock. */
const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
let lastBranch = 0;
beforeAll(async () => {
  kitchen = await openKitchen(undefined, SIX);
});
afterAll(() => kitchen.stop());

/**
 * A press of a button, and how it was received. Three orders with two courses each share three tables, so that they
 * affect each other.
 */
const pressShape = fc.record({
  order: fc.constantFrom('a', 'b', 'c'),
  course: fc.constantFrom(1, 2),
  step: fc.constantFrom(0, 1, 2),
  /** Seconds after six. */
  at: fc.oneof(fc.integer({ min: 0, max: 270 }), fc.integer({ min: 0, max: 6 })).map((third) => third * 20),
  /** 0 for the counter. */
  table: fc.constantFrom(1, 1, 2, null, 0),
  rank: fc.integer({ min: 0, max: 9 }),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 1, max: 40_000 })),
  isRepeated: fc.boolean(),
  isForgottenBefore: fc.boolean(),
});
type Pressed = typeof pressShape extends fc.Arbitrary<infer Shape> ? Shape : never;
type Press = Pressed & { counter: number };

/** Each with a counter of its own. */
function counted(pressed: readonly Pressed[]): Press[] {
  return pressed.map((press, index) => ({ ...press, counter: press.rank * 100 + index }));
}

function fields(press: Press, branch: number): EventFields {
  const { order, course, table, counter } = press;
  return {
    at: SIX + press.at * SECOND,
    branch,
    ...(table === 0 ? { order: null, number: null, cafeteria: { orderId: order } } : { order }),
    course,
    counter,
    table: table ? { number: table, tableName: `${order}${counter}`, numberOfGuests: counter } : null,
    expected: null,
  };
}

async function deliver(press: Press, branch: number): Promise<void> {
  const event = KITCHEN_EVENTS[press.step] ?? 'kitchenStartCourse';
  const delivery = kitchen.delivery(event, eventBody(fields(press, branch)));
  // Received at once, because late receipt would count as a POS whose clock is behind.
  const { outcome } = await kitchen.take({ ...delivery, receivedAt: SIX + press.at * SECOND });
  expect(['applied', 'repeat']).toContain(outcome);
}

/** Runs the tasks of the clock at this second after six. */
async function clock(second: number, branch: number, forgets: boolean): Promise<void> {
  kitchen.setNow(SIX + second * SECOND);
  const { settings, queue, boards, now } = kitchen.core;
  await queue.run(async (sql, stages) => {
    await stages.lock(sql, [branch]);
    stageDueChanges(stages.of(branch), settings, now());
  });
  const state = boards.branch(branch);
  if (forgets && state) forgetEarlierDays(state, settings, now());
}

async function evening(branch: number) {
  const { tickets, tables } = kitchen.board(branch);
  const stored = await storedState(kitchen.folder, branch);
  // The body names the branch, so its hash differs; the unique counters decide whose content counts.
  const facts = stored.facts.map((fact) => ({ ...(fact as object), bodySha256: null }));
  return { board: comparableBoard({ tickets, tables }), ...stored, facts };
}

async function inOrder(presses: readonly Press[], end: number): Promise<Awaited<ReturnType<typeof evening>>> {
  lastBranch += 1;
  const branch = lastBranch;
  for (const press of presses.toSorted((a, b) => a.at - b.at)) {
    await clock(press.at, branch, false);
    await deliver(press, branch);
  }
  await clock(end, branch, false);
  return await evening(branch);
}

async function asReceived(presses: readonly Press[], end: number): Promise<Awaited<ReturnType<typeof evening>>> {
  lastBranch += 1;
  const branch = lastBranch;
  for (const press of presses.toSorted((a, b) => a.at + a.delay - b.at - b.delay)) {
    await clock(press.at + press.delay, branch, press.isForgottenBefore);
    await Promise.all([deliver(press, branch), ...(press.isRepeated ? [deliver(press, branch)] : [])]);
  }
  await clock(end, branch, false);
  return await evening(branch);
}

it(
  '[F1] the board is the same however late facts arrive, and whatever left memory by then',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(pressShape, { minLength: 2, maxLength: 14 }),
        fc.integer({ min: 0, max: 20_000 }),
        async (pressed, more) => {
          const presses = counted(pressed);
          const end = Math.max(...presses.map(({ at, delay }) => at + delay)) + more;
          expect(await asReceived(presses, end)).toEqual(await inOrder(presses, end));
        },
      ),
      { numRuns: RUNS, ...SEED },
    ),
  Math.max(240_000, RUNS * 4_000),
);

it(
  '[F22] the board is the same after a restart, at the same instant',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(pressShape, { minLength: 2, maxLength: 14 }), { minLength: 8, maxLength: 8 }),
        async (services) => {
          const end = Math.max(...services.flat().map(({ at, delay }) => at + delay));
          const branches: number[] = [];
          for (const pressed of services) {
            await asReceived(counted(pressed), end);
            branches.push(lastBranch);
          }
          // Each service begins at six again, to which the others are set back.
          for (const branch of branches) await clock(end, branch, false);
          const before = await Promise.all(branches.map(evening));
          kitchen = await kitchen.restart();
          expect(await Promise.all(branches.map(evening))).toEqual(before);
        },
      ),
      { numRuns: Math.ceil(RUNS / 20), ...SEED },
    ),
  Math.max(240_000, RUNS * 4_000),
);
