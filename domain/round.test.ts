import { expect, test } from 'vitest';
import { evolve, type Round } from './fold';
import { completed, served, started, starters, tickets } from './testing/facts';

/** One ticket of mains with default values. */
function mainsTicket(times: (string | null)[], overrides: object = {}) {
  return { course: 'MA', round: 1, times, measured: null, marks: [], ...overrides };
}

test('[F3] a start puts a course in preparation, a completion makes it ready, a serve serves it', () => {
  expect(tickets(started('18:00'))).toEqual([mainsTicket(['18:00', null, null])]);
  expect(tickets(started('18:00'), completed('18:12'))).toEqual([
    mainsTicket(['18:00', '18:12', null], { measured: 720 }),
  ]);
  expect(tickets(started('18:00'), completed('18:12'), served('18:14'))).toEqual([
    mainsTicket(['18:00', '18:12', '18:14'], { measured: 720 }),
  ]);
});

test('[F3] a missing step leaves its time null, and the later state counts', () => {
  expect(tickets(completed('18:12'))).toEqual([mainsTicket([null, '18:12', null], { marks: ['no-start'] })]);
  expect(tickets(completed('18:12'), served('18:14'))).toEqual([
    mainsTicket([null, '18:12', '18:14'], { marks: ['no-start'] }),
  ]);
  expect(tickets(started('18:00'), served('18:14'))).toEqual([
    mainsTicket(['18:00', null, '18:14'], { marks: ['no-ready'] }),
  ]);
  expect(tickets(served('18:14'))).toEqual([mainsTicket([null, null, '18:14'], { marks: ['no-start', 'no-ready'] })]);
});

test('[F3] start, completion and serve at the same instant are one round, in that order', () => {
  expect(tickets(served('18:00'), completed('18:00'), started('18:00'))).toEqual([
    mainsTicket(['18:00', '18:00', '18:00'], { measured: 0 }),
  ]);
});

test('[F3] the courses of an order are independent', () => {
  const first = { course: starters };

  expect(tickets(started('18:00', first), started('18:01'), completed('18:05', first), served('18:06', first))).toEqual(
    [
      { course: 'ST', round: 1, times: ['18:00', '18:05', '18:06'], measured: 300, marks: [] },
      mainsTicket(['18:01', null, null]),
    ],
  );
});

test('[F4][F4a] a start after the serve opens the next round', () => {
  expect(tickets(started('18:00'), completed('18:12'), served('18:14'), started('18:30'))).toEqual([
    mainsTicket(['18:00', '18:12', '18:14'], { measured: 720 }),
    mainsTicket(['18:30', null, null], { round: 2, marks: ['second-round'] }),
  ]);
});

test('[F4a] a start after the complete opens the next round, and the first stays ready', () => {
  expect(tickets(started('18:00'), completed('18:12'), started('18:12:01'))).toEqual([
    mainsTicket(['18:00', '18:12', null], { measured: 720 }),
    mainsTicket(['18:12:01', null, null], { round: 2, marks: ['second-round'] }),
  ]);
});

test('[F4a] a start after a serve without a completion opens the next round too', () => {
  expect(tickets(started('18:00'), served('18:14'), started('18:14:01'))).toEqual([
    mainsTicket(['18:00', null, '18:14'], { marks: ['no-ready'] }),
    mainsTicket(['18:14:01', null, null], { round: 2, marks: ['second-round'] }),
  ]);
});

test('[F4a] a third round is marked like a second', () => {
  const again = tickets(started('18:00'), completed('18:05'), started('18:10'), completed('18:15'), started('18:20'));

  expect(again.map(({ round, marks }) => [round, marks])).toEqual([
    [1, []],
    [2, ['second-round']],
    [3, ['second-round']],
  ]);
});

test('[F4b] a completion after the serve opens the next round without a start', () => {
  expect(tickets(started('18:00'), completed('18:12'), served('18:14'), completed('18:14:01'))).toEqual([
    mainsTicket(['18:00', '18:12', '18:14'], { measured: 720 }),
    mainsTicket([null, '18:14:01', null], { round: 2, marks: ['second-round', 'no-start'] }),
  ]);
});

test('[F4c] the earliest of several starts before a completion counts', () => {
  expect(tickets(started('18:05'), started('18:00'), completed('18:12'))).toEqual([
    mainsTicket(['18:00', '18:12', null], { measured: 720 }),
  ]);
});

test('[F4d] the latest of several completions before the serve counts', () => {
  expect(tickets(started('18:00'), completed('18:12'), completed('18:13'), completed('18:15'))).toEqual([
    mainsTicket(['18:00', '18:15', null], { measured: 900, marks: ['completed-again'] }),
  ]);
  expect(tickets(started('18:00'), completed('18:12'), completed('18:13'), served('18:14'))).toEqual([
    mainsTicket(['18:00', '18:13', '18:14'], { measured: 780, marks: ['completed-again'] }),
  ]);
});

test('[F4e] a second serve has no effect', () => {
  const once = [started('18:00'), completed('18:12'), served('18:14')];

  expect(tickets(...once, served('18:20'))).toEqual(tickets(...once));
  expect(tickets(served('18:14'), served('18:20'))).toEqual(tickets(served('18:14')));
});

test('[F4f] a serve closes the oldest of the rounds that are ready', () => {
  const twoReady = [started('18:00'), completed('18:05'), started('18:10'), completed('18:15')];

  expect(tickets(...twoReady, served('18:16')).map(({ times }) => times)).toEqual([
    ['18:00', '18:05', '18:16'],
    ['18:10', '18:15', null],
  ]);
  expect(tickets(...twoReady, served('18:16'), served('18:17')).map(({ times }) => times)).toEqual([
    ['18:00', '18:05', '18:16'],
    ['18:10', '18:15', '18:17'],
  ]);
});

test('[F4f] a ready round is served before one in preparation, which is served when nothing is ready', () => {
  const readyAndCooking = [started('18:00'), completed('18:05'), started('18:10')];

  expect(tickets(...readyAndCooking, served('18:11')).map(({ times }) => times)).toEqual([
    ['18:00', '18:05', '18:11'],
    ['18:10', null, null],
  ]);
  expect(tickets(...readyAndCooking, served('18:11'), served('18:12'))).toEqual([
    mainsTicket(['18:00', '18:05', '18:11'], { measured: 300 }),
    mainsTicket(['18:10', null, '18:12'], { round: 2, marks: ['second-round', 'no-ready'] }),
  ]);
});

test('[F4f] a serve before the completion of a second round serves the first, and the next serve the second', () => {
  const facts = [started('18:00'), served('18:04'), started('18:10'), completed('18:15'), served('18:16')];

  expect(tickets(...facts).map(({ times }) => times)).toEqual([
    ['18:00', null, '18:04'],
    ['18:10', '18:15', '18:16'],
  ]);
});

test('[F4] a fact without effect returns the same array of rounds, and the round that it belongs to', () => {
  const cooking: readonly Round[] = [
    { round: 1, clock: false, completedAgain: false, stage: 'cooking', startedAt: started('18:00').at },
  ];
  expect(evolve(cooking, started('18:01'))).toEqual({ rounds: cooking, round: 1 });
  expect(evolve(cooking, started('18:01')).rounds).toBe(cooking);

  const afterServe = evolve(cooking, served('18:14')).rounds;
  expect(evolve(afterServe, served('18:20')).rounds).toBe(afterServe);
  expect(evolve(afterServe, started('18:20')).round).toBe(2);
  expect(evolve(cooking, started('18:01')).rounds[0]).toEqual(cooking[0]);
});
