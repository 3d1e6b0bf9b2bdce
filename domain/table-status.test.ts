import { expect, test } from 'vitest';
import { at, completed, desserts, served, started, starters } from './testing/facts';
import { another, plan, planOf, reading, seated, view } from './testing/seated';

const expected = { expectedRaw: 600 };

test('[F8][F9b] a course in preparation is TAKEN, past its late limit TIME-LIMIT-REACHED, until we close it', () => {
  expect(plan([started('18:00', expected)])).toEqual([
    '18:00 TAKEN',
    '18:10 TAKEN-AND-TIME-LIMIT-REACHED',
    '22:00 OPEN',
  ]);
  expect(plan([started('18:00')])[1]).toBe('18:15 TAKEN-AND-TIME-LIMIT-REACHED');
});

test('[F8][F9b] a ready course is READY-TO-BE-SERVED, after 4 minutes ACTION-REQUIRED, until it is presumed served', () => {
  expect(plan([started('18:00', expected), completed('18:09')])).toEqual([
    '18:00 TAKEN',
    '18:09 ORDER-READY-TO-BE-SERVED',
    '18:13 TAKEN-AND-ACTION-REQUIRED',
    '18:24 TAKEN',
    '18:54 OPEN',
  ]);
});

test('[F8][F9b] a served course keeps its table TAKEN for the turn-over time', () => {
  expect(plan([started('18:00', expected), completed('18:09'), served('18:11')])).toEqual([
    '18:00 TAKEN',
    '18:09 ORDER-READY-TO-BE-SERVED',
    '18:11 TAKEN',
    '18:56 OPEN',
  ]);
  expect(plan([served('18:11')])).toEqual(['18:11 TAKEN', '18:56 OPEN']);
});

test('[F9b] a course that became ready late no longer makes its table late', () => {
  expect(plan([started('18:00', expected), completed('18:11'), served('18:16')])).toEqual([
    '18:00 TAKEN',
    '18:10 TAKEN-AND-TIME-LIMIT-REACHED',
    '18:11 ORDER-READY-TO-BE-SERVED',
    '18:15 TAKEN-AND-ACTION-REQUIRED',
    '18:16 TAKEN',
    '19:01 OPEN',
  ]);
});

test('[F9b] a limit is not exceeded by a step exactly at the limit', () => {
  expect(plan([started('18:00', expected), completed('18:10'), served('18:14')])).toEqual([
    '18:00 TAKEN',
    '18:10 ORDER-READY-TO-BE-SERVED',
    '18:14 TAKEN',
    '18:59 OPEN',
  ]);
  expect(plan([started('18:00', expected), served('18:10')])).toEqual(['18:00 TAKEN', '18:55 OPEN']);
});

test('[F9b] a course without a completion can be late until it is served', () => {
  expect(plan([started('18:00', expected), served('18:12')])).toEqual([
    '18:00 TAKEN',
    '18:10 TAKEN-AND-TIME-LIMIT-REACHED',
    '18:12 TAKEN',
    '18:57 OPEN',
  ]);
});

test('[F8] action required outranks late in the kitchen, which outranks ready, which outranks cooking', () => {
  const soup = completed('18:00', { course: starters });
  const steak = started('17:52', expected);
  const cake = started('18:01', { course: desserts, ...expected });

  expect(plan([soup, steak, cake])).toEqual([
    '17:52 TAKEN',
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:02 TAKEN-AND-TIME-LIMIT-REACHED',
    '18:04 TAKEN-AND-ACTION-REQUIRED',
    '18:10 TAKEN-AND-TIME-LIMIT-REACHED',
    '22:01 OPEN',
  ]);
});

test('[F8] a ready course outranks one that is in preparation and one that was served', () => {
  expect(
    plan([served('18:00', { course: starters }), completed('18:05'), started('18:06', { course: desserts })]),
  ).toEqual([
    '18:00 TAKEN',
    '18:05 ORDER-READY-TO-BE-SERVED',
    '18:09 TAKEN-AND-ACTION-REQUIRED',
    '18:15 TAKEN',
    '18:21 TAKEN-AND-TIME-LIMIT-REACHED',
    '22:06 OPEN',
  ]);
});

test('[F9b] a table stays ready when one of two ready courses is served', () => {
  const facts = [completed('18:00'), completed('18:01', { course: desserts }), served('18:02')];

  expect(plan(facts)).toEqual([
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:05 TAKEN-AND-ACTION-REQUIRED',
    '18:16 TAKEN',
    '18:47 OPEN',
  ]);
});

test('[F9b] a table is OPEN between courses that are further apart than the turn-over time', () => {
  expect(plan([served('18:00', { course: starters }), started('19:00', expected)])).toEqual([
    '18:00 TAKEN',
    '18:45 OPEN',
    '19:00 TAKEN',
    '19:10 TAKEN-AND-TIME-LIMIT-REACHED',
    '23:00 OPEN',
  ]);
});

test('[F9b] the higher status of two orders at one table counts', () => {
  expect(plan([started('18:00')], [completed('18:02', another(2)), served('18:03', another(2))])).toEqual([
    '18:00 TAKEN',
    '18:02 ORDER-READY-TO-BE-SERVED',
    '18:03 TAKEN',
    '18:15 TAKEN-AND-TIME-LIMIT-REACHED',
    '22:00 OPEN',
  ]);
});

test('[F9b] an auto-closed course leaves its table at once, without an alarm', () => {
  const facts = [started('03:00', expected), completed('03:58')];

  expect(plan(facts)).toEqual([
    '03:00 TAKEN',
    '03:10 TAKEN-AND-TIME-LIMIT-REACHED',
    '03:58 ORDER-READY-TO-BE-SERVED',
    '04:00 OPEN',
  ]);
});

test('[F5][F9b] a course with skewed clocks is ready only until it was served, and cooks only until it was ready', () => {
  expect(plan([started('18:00', expected), served('18:05'), completed('18:05:30')])).toEqual([
    '18:00 TAKEN',
    '18:50 OPEN',
  ]);
  expect(plan([started('18:00', { expectedRaw: 310 }), served('18:05'), completed('18:05:30')])).toEqual([
    '18:00 TAKEN',
    '18:50 OPEN',
  ]);
  expect(plan([completed('18:05'), started('18:05:30', expected)])).toEqual([
    '18:05 ORDER-READY-TO-BE-SERVED',
    '18:09 TAKEN-AND-ACTION-REQUIRED',
    '18:20 TAKEN',
    '18:50 OPEN',
  ]);
});

test('[F9b] limits are those of the course, and a turn-over time of zero frees a table at the serve', () => {
  const limits = reading.limitsOf(3);
  const slow = { ...reading, limitsOf: (course: number) => ({ ...limits, latePercent: course === 3 ? 200 : 100 }) };
  const quick = { ...reading, limitsOf: () => ({ ...limits, turnOverMs: 0, readyLateMs: 60_000 }) };
  const cooking = seated([[started('18:00', expected), started('18:15', { ...expected, course: desserts })]]);

  expect(planOf(cooking, slow)[1]).toBe('18:20 TAKEN-AND-TIME-LIMIT-REACHED');
  expect(planOf(seated([[completed('18:00'), served('18:02')]]), quick)).toEqual([
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:01 TAKEN-AND-ACTION-REQUIRED',
    '18:02 OPEN',
  ]);
});

test('[F9b] the plan without tickets is empty, and a status holds from its instant until the next one', () => {
  const statusAt = (clock: string) => view(at(clock), [[served('18:00')]]);

  expect(planOf([])).toEqual([]);
  expect(statusAt('17:59:59.999')).toMatchObject({ status: 'OPEN', changesAt: '18:00' });
  expect(statusAt('18:00')).toMatchObject({ status: 'TAKEN', changesAt: '18:45' });
  expect(statusAt('18:44:59.999')).toMatchObject({ status: 'TAKEN', since: '18:00', changesAt: '18:45' });
  expect(statusAt('18:45')).toMatchObject({ status: 'OPEN', since: '18:45', changesAt: null });
});
