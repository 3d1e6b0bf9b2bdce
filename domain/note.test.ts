import { expect, test } from 'vitest';
import type { NoteKind } from '../contract/live';
import { foldNotes, heldAt, type Note, notesOn, undoable } from './note';
import { limits, plan, planOfNoted, reading, ticketOf } from './testing/seated';
import { at, clockOf, completed, served, started } from './testing/told';
import { readTicket } from './ticket';

const SAM = { id: 1, name: 'Sam' };
const KIM = { id: 2, name: 'Kim' };
const WALL = { id: 3, name: 'Wall' };

function tapped(kind: NoteKind, clock: string, by = SAM): Note {
  return { id: `${kind} ${clock} ${by.name}`, kind, by, at: at(clock), receivedAt: at(clock), seenReadyAt: null };
}

const ready = { readyAt: at('18:00'), servedAt: null };

/** What notes on a ready ticket come to, as people would say it. */
function said(...notes: Note[]) {
  const { claim, collected, hiddenOn } = foldNotes(notes, ready);
  return { has: claim?.by.name ?? null, took: collected?.by.name ?? null, hiddenOn };
}

function standing(now: string, facts: Parameters<typeof ticketOf>[0], ...notes: Note[]) {
  const ticket = ticketOf(facts, at(now), notes);
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

test('[F10] notes change nothing that the POS said', () => {
  const facts = [started('17:50'), completed('18:00')];
  const everything = [tapped('claim', '18:01'), tapped('hide', '18:01', WALL), tapped('collect', '18:02')];

  expect(standing('18:03', facts, ...everything).times).toEqual(['17:50', '18:00', null]);
  expect(standing('18:30', facts, ...everything).times).toEqual(['17:50', '18:00', null]);
});

test('[F10a] a claim says who has it, for 3 minutes', () => {
  const facts = [completed('18:00')];
  const claim = tapped('claim', '18:01');

  expect(standing('18:03:59.999', facts, claim).has).toBe('Sam');
  expect(standing('18:04', facts, claim).has).toBeNull();
});

test('[F10a] until it is collected or served', () => {
  expect(said(tapped('claim', '18:01'), tapped('collect', '18:02', KIM))).toMatchObject({ has: null, took: 'Kim' });
  expect(standing('18:02', [completed('18:00'), served('18:02')], tapped('claim', '18:01')).has).toBeNull();
});

test('[F10a] who has it and claims it again has it anew; after it has run out anybody can', () => {
  const noted = foldNotes([tapped('claim', '18:01'), tapped('claim', '18:02')], ready);
  expect(clockOf(heldAt(noted, at('18:04:30'), limits).claim?.at ?? null)).toBe('18:02');
  expect(said(tapped('claim', '18:01'), tapped('claim', '18:05', KIM)).has).toBe('Kim');
});

test('[F10b] a collected ticket without a serve is closed 10 minutes later, by the screen', () => {
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

test('[F10b] the POS’s serve counts, whenever it comes', () => {
  const facts = [completed('18:00'), served('18:20')];

  expect(standing('18:30', facts, tapped('collect', '18:02'))).toMatchObject({
    times: [null, '18:00', '18:20'],
    closed: '18:20',
    closedBy: 'pos',
    took: 'Sam',
    marks: ['no-start'],
  });
});

test('[F10b] what became ready more than a minute later is not what was collected', () => {
  const collect = tapped('collect', '18:02');

  expect(standing('18:05', [completed('18:00'), completed('18:03')], collect).took).toBe('Sam');
  expect(standing('18:05', [completed('18:00'), completed('18:03:00.001')], collect).took).toBeNull();
});

test('[F10b] what was seen ready was collected, however far ahead the POS’s clock is', () => {
  const facts = [completed('18:07')];
  const collect = tapped('collect', '18:02');

  expect(standing('18:03', facts, collect).took).toBeNull();
  expect(standing('18:03', facts, { ...collect, seenReadyAt: at('18:07') }).took).toBe('Sam');
});

test('[F10b] what was collected is never forgotten: it is closed by who took it, past the time for others too', () => {
  const facts = [completed('18:00')];
  expect(standing('22:00', facts, tapped('collect', '21:55'))).toMatchObject({ closed: null, marks: ['no-start'] });
  expect(standing('22:05', facts, tapped('collect', '21:55'))).toMatchObject({
    closed: '22:05',
    closedBy: 'screen',
    marks: ['no-start', 'collected'],
  });
});

test('[F10a] nobody has what was closed', () => {
  expect(standing('22:00', [completed('18:00')], tapped('claim', '21:59'))).toMatchObject({
    closedBy: 'heatlamp',
    has: null,
  });
});

test('[F10a][F10b] holds by the clock by which it was tapped, whatever is known of the POS’s by then', () => {
  const claim = { ...tapped('claim', '18:01'), at: at('17:01') };
  const collect = { ...tapped('collect', '18:01'), at: at('19:01') };
  expect(standing('18:03', [completed('17:00')], claim).has).toBe('Sam');
  expect(standing('18:04', [completed('17:00')], claim).has).toBeNull();
  expect(standing('18:10', [completed('18:00')], collect).closed).toBeNull();
  expect(standing('18:11', [completed('18:00')], collect).closed).toBe('19:11');
});

test('[F10] a late fact that gives the food another round takes what was tapped on it along', () => {
  const seen = { readyAt: at('18:00'), course: { number: 3 } };
  const note = { ...tapped('collect', '18:00:30'), courseNumber: 3, round: 1, seenReadyAt: at('18:00') };
  const [first, second] = [
    { ...seen, round: 1, readyAt: at('17:55') },
    { ...seen, round: 2 },
  ];
  expect(notesOn(second, [first, second], [note])).toEqual([note]);
  expect(notesOn(first, [first, second], [note])).toEqual([]);
  // Completed again: no round was ready at that instant any more, and it is still the round that was tapped.
  expect(notesOn(first, [first], [note])).toEqual([note]);
});

test('[F10b][F8] a collected course counts as food on the table: no alarm, taken for the turn-over time', () => {
  const facts = [started('17:50'), completed('18:00')];
  expect(plan(facts)).toContain('18:04 TAKEN-AND-ACTION-REQUIRED');
  expect(planOfNoted(facts, [tapped('collect', '18:02')])).toEqual([
    '17:50 TAKEN',
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:02 TAKEN',
    '18:47 OPEN',
  ]);
});

test('[F10b] collected and then served: the turn-over time runs from the serve', () => {
  const facts = [completed('18:00'), served('18:10')];
  expect(planOfNoted(facts, [tapped('collect', '18:02')])).toEqual([
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:02 TAKEN',
    '18:55 OPEN',
  ]);
});

test('[F10c] a ticket is hidden on the screen on which that was tapped, until it is recalled there', () => {
  const hidden = [tapped('hide', '18:01', WALL), tapped('hide', '18:02')];

  expect(said(...hidden).hiddenOn).toEqual([1, 3]);
  expect(said(...hidden, tapped('recall', '18:03')).hiddenOn).toEqual([3]);
  expect(said(...hidden, tapped('recall', '18:03', KIM)).hiddenOn).toEqual([1, 3]);
});

test('[F10d] an undo takes back the last note of the same screen, within 5 s of its receipt', () => {
  const claim = tapped('claim', '18:01');
  expect(said(claim, tapped('undo', '18:01:05')).has).toBeNull();
  expect(said(claim, tapped('undo', '18:01:05.001')).has).toBe('Sam');
  expect(said(claim, tapped('undo', '18:01:02', KIM)).has).toBe('Sam');
});

test('[F10d] after it everything is as if that note had not been', () => {
  const claim = tapped('claim', '18:01');
  const collect = tapped('collect', '18:01:02');

  expect(said(claim, collect, tapped('undo', '18:01:03'))).toMatchObject({ has: 'Sam', took: null });
  expect(said(claim, collect, tapped('undo', '18:01:03'), tapped('undo', '18:01:04'))).toMatchObject({ has: null });
});

test('[F10d] what could be taken back, and why not', () => {
  const claim = tapped('claim', '18:01');

  expect(undoable([claim], SAM, at('18:01:05'))).toEqual({ undoes: claim });
  expect(undoable([claim], SAM, at('18:01:06'))).toEqual({ code: 'undo-late' });
  expect(undoable([claim], KIM, at('18:01:02'))).toEqual({ code: 'not-yours' });
  expect(undoable([], SAM, at('18:01:02'))).toEqual({ code: 'nothing' });
  expect(undoable([claim, tapped('undo', '18:01:01')], SAM, at('18:01:02'))).toEqual({ code: 'nothing' });
});

test('[F10d] a server’s clock that is set back a little between two taps changes none of it', () => {
  expect(said(tapped('claim', '18:01'), tapped('undo', '18:00:58')).has).toBeNull();
  expect(said(tapped('claim', '18:01'), tapped('undo', '17:01')).has).toBe('Sam');
});
