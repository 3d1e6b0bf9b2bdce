import { expect, test } from 'vitest';
import type { TicketActionKind } from '../contract/live';
import { at, clockOf, completed, served, started } from './testing/facts';
import { limits, plan, planWithActions, reading, ticketOf } from './testing/seated';
import { readTicket } from './ticket';
import { actionsOn, foldActions, heldAt, type TicketAction, undoable } from './ticket-action';

const SAM = { id: 1, name: 'Sam' };
const KIM = { id: 2, name: 'Kim' };
const WALL = { id: 3, name: 'Wall' };

function tapped(kind: TicketActionKind, clock: string, by = SAM): TicketAction {
  return { id: `${kind} ${clock} ${by.name}`, kind, by, at: at(clock), receivedAt: at(clock), seenReadyAt: null };
}

const ready = { readyAt: at('18:00'), servedAt: null };

/** The effect of actions on a ready ticket, in short texts. */
function stateAfter(...actions: TicketAction[]) {
  const { claim, collected, hiddenOn } = foldActions(actions, ready);
  return { has: claim?.by.name ?? null, took: collected?.by.name ?? null, hiddenOn };
}

function standing(now: string, facts: Parameters<typeof ticketOf>[0], ...actions: TicketAction[]) {
  const ticket = ticketOf(facts, at(now), actions);
  const { closedAt, closedBy, claim, collected, marks, startedAt, readyAt, servedAt } = readTicket(ticket, reading);
  return {
    times: [startedAt, readyAt, servedAt].map((time) => clockOf(time === null ? null : Date.parse(time))),
    closed: clockOf(closedAt === null ? null : Date.parse(closedAt)),
    closedBy,
    has: claim?.by.name ?? null,
    took: collected?.by.name ?? null,
    marks,
  };
}

test('[F10] actions do not change facts from the POS', () => {
  const facts = [started('17:50'), completed('18:00')];
  const everything = [tapped('claim', '18:01'), tapped('hide', '18:01', WALL), tapped('collect', '18:02')];

  expect(standing('18:03', facts, ...everything).times).toEqual(['17:50', '18:00', null]);
  expect(standing('18:30', facts, ...everything).times).toEqual(['17:50', '18:00', null]);
});

test('[F10a] a claim lasts for 3 minutes', () => {
  const facts = [completed('18:00')];
  const claim = tapped('claim', '18:01');

  expect(standing('18:03:59.999', facts, claim).has).toBe('Sam');
  expect(standing('18:04', facts, claim).has).toBeNull();
});

test('[F10a] a claim ends when the ticket is collected or served', () => {
  expect(stateAfter(tapped('claim', '18:01'), tapped('collect', '18:02', KIM))).toMatchObject({
    has: null,
    took: 'Kim',
  });
  expect(standing('18:02', [completed('18:00'), served('18:02')], tapped('claim', '18:01')).has).toBeNull();
});

test('[F10a] a claim can be renewed by the same screen, and made by any screen after it has expired', () => {
  const effects = foldActions([tapped('claim', '18:01'), tapped('claim', '18:02')], ready);
  expect(clockOf(heldAt(effects, at('18:04:30'), limits).claim?.at ?? null)).toBe('18:02');
  expect(stateAfter(tapped('claim', '18:01'), tapped('claim', '18:05', KIM)).has).toBe('Kim');
});

test('[F10b] a collected ticket without a serve is closed by the screen 10 minutes later', () => {
  const facts = [started('17:50'), completed('18:00')];
  const collect = tapped('collect', '18:02');

  expect(standing('18:11:59.999', facts, collect)).toMatchObject({ closed: null, took: 'Sam', marks: [] });
  expect(standing('18:12', facts, collect)).toMatchObject({
    closed: '18:12',
    closedBy: 'screen',
    took: 'Sam',
    marks: ['collected'],
  });
});

test('[F10b] a serve from the POS counts at any time', () => {
  const facts = [completed('18:00'), served('18:20')];

  expect(standing('18:30', facts, tapped('collect', '18:02'))).toMatchObject({
    times: [null, '18:00', '18:20'],
    closed: '18:20',
    closedBy: 'pos',
    took: 'Sam',
    marks: ['no-start'],
  });
});

test('[F10b] food that became ready more than a minute after the tap was not collected', () => {
  const collect = tapped('collect', '18:02');

  expect(standing('18:05', [completed('18:00'), completed('18:03')], collect).took).toBe('Sam');
  expect(standing('18:05', [completed('18:00'), completed('18:03:00.001')], collect).took).toBeNull();
});

test('[F10b] food that was ready at the tap was collected, even if the POS’s clock is far ahead', () => {
  const facts = [completed('18:07')];
  const collect = tapped('collect', '18:02');

  expect(standing('18:03', facts, collect).took).toBeNull();
  expect(standing('18:03', facts, { ...collect, seenReadyAt: at('18:07') }).took).toBe('Sam');
});

test('[F10b] a collected ticket is closed by its screen and never auto-closed', () => {
  const facts = [completed('18:00')];
  expect(standing('22:00', facts, tapped('collect', '21:55'))).toMatchObject({ closed: null, marks: ['no-start'] });
  expect(standing('22:05', facts, tapped('collect', '21:55'))).toMatchObject({
    closed: '22:05',
    closedBy: 'screen',
    marks: ['no-start', 'collected'],
  });
});

test('[F10a] a closed ticket has no claim', () => {
  expect(standing('22:00', [completed('18:00')], tapped('claim', '21:59'))).toMatchObject({
    closedBy: 'heatlamp',
    has: null,
  });
});

test('[F10a][F10b] claims and collections expire by the server’s clock, even if the POS’s offset changes', () => {
  const claim = { ...tapped('claim', '18:01'), at: at('17:01') };
  const collect = { ...tapped('collect', '18:01'), at: at('19:01') };
  expect(standing('18:03', [completed('17:00')], claim).has).toBe('Sam');
  expect(standing('18:04', [completed('17:00')], claim).has).toBeNull();
  expect(standing('18:10', [completed('18:00')], collect).closed).toBeNull();
  expect(standing('18:11', [completed('18:00')], collect).closed).toBe('19:11');
});

test('[F10] an action moves along when a late fact gives the food another round', () => {
  const seen = { readyAt: at('18:00'), course: { number: 3 } };
  const action = { ...tapped('collect', '18:00:30'), courseNumber: 3, round: 1, seenReadyAt: at('18:00') };
  const [first, second] = [
    { ...seen, round: 1, readyAt: at('17:55') },
    { ...seen, round: 2 },
  ];
  expect(actionsOn(second, [first, second], [action])).toEqual([action]);
  expect(actionsOn(first, [first, second], [action])).toEqual([]);
  // Completed again: no round has that ready instant any more, so the round number decides.
  expect(actionsOn(first, [first], [action])).toEqual([action]);
});

test('[F10b][F8] a collected course counts as food on the table: it raises no alarm, and the table is taken for the turn-over time', () => {
  const facts = [started('17:50'), completed('18:00')];
  expect(plan(facts)).toContain('18:04 TAKEN-AND-ACTION-REQUIRED');
  expect(planWithActions(facts, [tapped('collect', '18:02')])).toEqual([
    '17:50 TAKEN',
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:02 TAKEN',
    '18:47 OPEN',
  ]);
});

test('[F10b] the turn-over time of a course that is collected and then served runs from the serve', () => {
  const facts = [completed('18:00'), served('18:10')];
  expect(planWithActions(facts, [tapped('collect', '18:02')])).toEqual([
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:02 TAKEN',
    '18:55 OPEN',
  ]);
});

test('[F10c] a ticket is hidden only on the screen that hid it, until that screen recalls it', () => {
  const hidden = [tapped('hide', '18:01', WALL), tapped('hide', '18:02')];

  expect(stateAfter(...hidden).hiddenOn).toEqual([1, 3]);
  expect(stateAfter(...hidden, tapped('recall', '18:03')).hiddenOn).toEqual([3]);
  expect(stateAfter(...hidden, tapped('recall', '18:03', KIM)).hiddenOn).toEqual([1, 3]);
});

test('[F10d] an undo removes the last action of the same screen, within 5 s of its receipt', () => {
  const claim = tapped('claim', '18:01');
  expect(stateAfter(claim, tapped('undo', '18:01:05')).has).toBeNull();
  expect(stateAfter(claim, tapped('undo', '18:01:05.001')).has).toBe('Sam');
  expect(stateAfter(claim, tapped('undo', '18:01:02', KIM)).has).toBe('Sam');
});

test('[F10d] an undone action has no effect', () => {
  const claim = tapped('claim', '18:01');
  const collect = tapped('collect', '18:01:02');

  expect(stateAfter(claim, collect, tapped('undo', '18:01:03'))).toMatchObject({ has: 'Sam', took: null });
  expect(stateAfter(claim, collect, tapped('undo', '18:01:03'), tapped('undo', '18:01:04'))).toMatchObject({
    has: null,
  });
});

test('[F10d] undoable returns the action that can be undone, or why there is none', () => {
  const claim = tapped('claim', '18:01');

  expect(undoable([claim], SAM, at('18:01:05'))).toEqual({ undoes: claim });
  expect(undoable([claim], SAM, at('18:01:06'))).toEqual({ code: 'undo-late' });
  expect(undoable([claim], KIM, at('18:01:02'))).toEqual({ code: 'not-yours' });
  expect(undoable([], SAM, at('18:01:02'))).toEqual({ code: 'nothing' });
  expect(undoable([claim, tapped('undo', '18:01:01')], SAM, at('18:01:02'))).toEqual({ code: 'nothing' });
});

test('[F10d] an undo works if the server’s clock is set back a little between the two actions', () => {
  expect(stateAfter(tapped('claim', '18:01'), tapped('undo', '18:00:58')).has).toBeNull();
  expect(stateAfter(tapped('claim', '18:01'), tapped('undo', '17:01')).has).toBe('Sam');
});
