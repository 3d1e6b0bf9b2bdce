import { describe, expect, it } from 'vitest';
import { PRACTICE_ORDER_KEYS } from '../contract/constants';
import { LANGUAGES } from '../lib/language';
import { type PracticeAction, practiceAt, practiceState, practiceUntil, testStep } from './practice';
import { serviceScript, TEST_SCRIPT } from './practice-scripts';
import { limitsFor } from './settings';

const AT = Date.parse('2026-06-19T18:00:00Z');
const RULES = {
  limitsOf: () => limitsFor([], 1, 1),
  calendar: { timeZone: 'Europe/Amsterdam', cutOffMinute: 4 * 60 },
};
const PLACE = { branch: 3, beganAt: AT, posOffsetMs: 60_000 };
const TEST = { ...PLACE, kind: 'test', script: TEST_SCRIPT, speed: 1, firstKey: 0 } as const;
const service = (speed = 1) => ({
  ...PLACE,
  kind: 'service' as const,
  script: serviceScript('en'),
  speed,
  firstKey: PRACTICE_ORDER_KEYS,
});
const SECOND = 1_000;

describe('a test course', () => {
  it.each([
    [-1, 'gone'],
    [0, 'cooking'],
    [7_999, 'cooking'],
    [8_000, 'ready'],
    [16_000, 'served'],
    [21_999, 'served'],
    [22_000, 'gone'],
  ])('[F26a] after %i ms it is %s', (since, step) => {
    expect(testStep(TEST, AT + since)).toBe(step);
  });

  it('[F26a] its ticket and table follow, by the clock of the POS, and it knows its end', () => {
    const at = (since: number) => practiceAt(TEST, [], AT + since, RULES);
    expect(at(22_000)).toBeNull();
    expect(at(0)).toMatchObject({
      until: '2026-06-19T18:00:22.000Z',
      tickets: [
        {
          ...{ id: '0-1-1', branch: 3, orderId: 'practice', table: { number: 'TEST' }, version: 1 },
          ...{ startedAt: '2026-06-19T17:59:00.000Z', readyAt: null },
        },
      ],
      tables: [{ number: 'TEST', status: 'TABLE-STATUS-TAKEN', lastFoodAt: null }],
    });
    expect(at(9_000)).toMatchObject({
      tickets: [{ state: 'KITCHEN-TICKET-STATE-READYFORPICKUP', readyAt: '2026-06-19T17:59:08.000Z', closedAt: null }],
      tables: [{ status: 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED' }],
    });
    expect(at(17_000)).toMatchObject({
      tickets: [{ servedAt: '2026-06-19T17:59:16.000Z', closedBy: 'pos', version: 3 }],
      tables: [{ lastFoodAt: '2026-06-19T17:59:16.000Z' }],
    });
  });
});

describe('a practice service', () => {
  it.each(LANGUAGES)('[F28a] its steps are in order, and end before it does (%s)', (language) => {
    const { orders, goneS } = serviceScript(language);
    for (const { startedS, readyS, servedS } of orders.flatMap(({ courses }) => courses)) {
      expect(startedS).toBeLessThan(readyS);
      expect(readyS).toBeLessThan(servedS ?? goneS);
      expect(servedS ?? readyS).toBeLessThan(goneS);
    }
    expect(orders.filter(({ table }) => table === null)).toHaveLength(1);
    expect(orders.flatMap(({ courses }) => courses).filter(({ servedS }) => servedS === null)).toHaveLength(1);
  });

  it('[F28a] some are late, and one without a serve is presumed served after a later course', () => {
    const run = service();
    const at = (seconds: number) => practiceAt(run, [], AT + seconds * SECOND, RULES)?.tickets ?? [];
    const posNow = (seconds: number) => new Date(AT - 60_000 + seconds * SECOND).toISOString();
    const isLate = (seconds: number) => at(seconds).some(({ lateAt }) => lateAt !== null && lateAt <= posNow(seconds));
    expect(isLate(60)).toBe(false);
    expect(isLate(500)).toBe(true);
    const forgotten = (seconds: number) =>
      at(seconds).find(({ table, course }) => table?.number === 'P3' && course.number === 2);
    expect(forgotten(400)).toMatchObject({ servedAt: null, presumedServed: null });
    expect(forgotten(700)).toMatchObject({ servedAt: null, presumedServed: { reason: 'later-course' } });
  });

  it.each([1, 2, 4])('[F28a] at %i times the pace, the same happens in so much less time', (speed) => {
    const run = service(speed);
    expect(practiceUntil(run) - AT).toBe((780 * SECOND) / speed);
    const at = (seconds: number) => practiceState(run, [], AT + (seconds * SECOND) / speed, RULES);
    const usual = practiceState(service(), [], AT + 500 * SECOND, RULES);
    const played = at(500);
    const shape = ({ tickets, tables }: typeof played) => ({
      tickets: tickets.map(({ course, readyAt, servedAt, presumed, version }) => [
        ...[course.number, readyAt !== null, servedAt !== null, presumed?.reason, version],
      ]),
      tables: tables.map(({ number, status }) => [number, status]),
    });
    expect(shape(played)).toEqual(shape(usual));
    expect(at(779).left).toBe(1);
  });

  it('[F28c] actions are folded as in a real service', () => {
    const run = service();
    const act = (kind: PracticeAction['kind'], seconds: number): PracticeAction => ({
      ...{ id: `${kind}${seconds}`, kind, by: { id: 7, name: 'Sam' }, receivedAt: AT + seconds * SECOND },
      ...{ at: AT - 60_000 + seconds * SECOND, seenReadyAt: null, courseNumber: 1, round: 1 },
      orderKey: PRACTICE_ORDER_KEYS,
    });
    const first = (actions: PracticeAction[]) => practiceAt(run, actions, AT + 100 * SECOND, RULES)?.tickets[0];
    expect(first([])).toMatchObject({ claim: null, version: 2 });
    expect(first([act('claim', 90)])).toMatchObject({ claim: { by: { name: 'Sam' } }, version: 3 });
    expect(first([act('claim', 90), act('collect', 95)])).toMatchObject({ claim: null, collected: { by: { id: 7 } } });
    expect(first([act('claim', 90), act('undo', 92)])).toMatchObject({ claim: null });
  });
});
