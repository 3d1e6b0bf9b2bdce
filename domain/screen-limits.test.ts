import { expect, it } from 'vitest';
import { SCREEN_LIMITS } from '../contract/constants';
import type { ScreenLimits } from '../contract/live';
import { withScreenLimits } from './limits';
import { limitsFor } from './settings';
import { completed, served, started } from './testing/facts';
import { reading, ticketOf } from './testing/seated';
import { readTicket } from './ticket';

/** Each differs from its default. */
const OWN: ScreenLimits = Object.fromEntries(SCREEN_LIMITS.map((key, index) => [key, 31.5 + index]));
const rows = SCREEN_LIMITS.map((key) => ({ key, branch: null, course: null, value: OWN[key] ?? 0 }));
/** How a branch that has these limits as its settings reads its tickets. */
const asBranch = { ...reading, limitsOf: () => limitsFor(rows, 1, 1) };

const TICKETS = {
  'cooking, with an expected time': [started('18:00', { expectedRaw: 601 })],
  'cooking, without one': [started('18:00')],
  ready: [started('18:00', { expectedRaw: 601 }), completed('18:07')],
  'ready without a start': [completed('18:07')],
  served: [started('18:00'), completed('18:07'), served('18:09')],
};

it.each(Object.entries(TICKETS))('[F11a] the limits of a screen are those of a branch with them: %s', (_, facts) => {
  const kept = ticketOf(facts);
  expect(withScreenLimits(readTicket(kept, reading), OWN)).toEqual(readTicket(kept, asBranch));
});

it('[F11a] a limit that a screen does not have is as the server sent it', () => {
  const ticket = readTicket(ticketOf([started('18:00', { expectedRaw: 600 })]), reading);
  const { warnAt, veryLateAt } = ticket;
  const lateAt = '2026-06-19T16:05:00.000Z';
  expect(withScreenLimits(ticket, { latePercent: 50, readyLate: 9 })).toEqual({
    ...ticket,
    warnAt,
    lateAt,
    veryLateAt,
  });
});
