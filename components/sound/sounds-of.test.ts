import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { at, EVENING, presumed, ready, ticket } from '../testing/tickets';
import { urgencyOf } from '../ticket/ticket-state';
import { isPressing, type Moment, type SoundRules, soundsOf } from './board-sounds';
import type { SoundEvent } from './tones';

const RULES: SoundRules = { urgencyOf, isShown: () => true, isMine: () => false };

/** A board this many minutes into the evening. */
function moment(minutes: number, ...tickets: Ticket[]): Moment {
  return { tickets: new Map(tickets.map((each) => [each.id, each])), now: EVENING + minutes * 60_000 };
}

/** Sounds for two boards a second apart. */
function soundsBetween(
  minutes: number,
  before: Ticket[],
  after: Ticket[],
  rules: Partial<SoundRules> = {},
): SoundEvent[] {
  const second = 1 / 60;
  const sounds = soundsOf(moment(minutes - second, ...before), moment(minutes, ...after), { ...RULES, ...rules });
  return sounds.map(({ event }) => event);
}

const closed = () => ticket({ readyAt: at(5), servedAt: at(6), closedAt: at(6) });

describe('no sound is played', () => {
  it('for the first board, whatever is on it', () => {
    expect(soundsOf(null, moment(12, ticket(), ready(11, { id: '2' })), RULES)).toEqual([]);
  });

  it.each<[string, number, Ticket[], Ticket[]]>([
    ['of a board that stays as it is', 5, [ticket()], [ticket()]],
    ['of a card that goes on being late', 12, [ticket()], [ticket()]],
    ['of a table that moved', 5, [ticket()], [ticket({ table: null, marks: ['moved'], version: 2 })]],
    ['of a claim', 6, [ready(5)], [ready(5, { claim: { by: { id: 1, name: 'Ada' }, at: at(6) } })]],
    ['of a card that is served', 6, [ready(5)], [closed()]],
    ['of a card that leaves the board', 6, [closed()], []],
    ['of one that is recalled from the pass', 6, [ready(5)], [ticket()]],
    ['of one whose serving is undone', 7, [closed()], [ready(5)]],
    ['of a course that waits to be started', 5, [], [ticket({ startedAt: null, warnAt: null, lateAt: null })]],
    ['of a new card that is closed already', 7, [], [closed()]],
    ['of one that is presumed served', 20, [ready(5)], [presumed(5)]],
    ['of one that is brought back', 20, [presumed(5)], [ready(5)]],
    ['of a limit that moved away', 9, [ticket()], [ticket({ warnAt: at(20), lateAt: at(30) })]],
  ])('%s', (_, minutes, before, after) => {
    expect(soundsBetween(minutes, before, after)).toEqual([]);
  });

  it('for hidden tickets, nor after a change of the filter', () => {
    const isShown = ({ id }: Ticket) => id === '2';
    expect(soundsBetween(5, [], [ticket(), ready(5, { id: '3' })], { isShown })).toEqual([]);
    expect(soundsBetween(5, [ticket({ id: '2' })], [ticket({ id: '2' })], { isShown })).toEqual([]);
  });
});

it('a screen with some events enabled plays no others', () => {
  const events: SoundEvent[] = ['ready', 'late'];
  expect(soundsBetween(0, [], [ticket()], { events })).toEqual([]);
  expect(soundsBetween(8, [ticket()], [ticket()], { events })).toEqual([]);
  expect(soundsBetween(10, [ticket()], [ticket()], { events })).toEqual(['late']);
  expect(soundsBetween(5, [ticket()], [ready(5)], { events })).toEqual(['ready']);
});

describe('a sound is played', () => {
  it.each<[string, number, Ticket[], Ticket[], SoundEvent[]]>([
    ['a new card', 0, [], [ticket()], ['new']],
    ['a course that is started', 0, [ticket({ startedAt: null })], [ticket()], ['new']],
    ['a new card that came late: it is new first', 12, [], [ticket()], ['new']],
    ['one that becomes slow', 8, [ticket()], [ticket()], ['warn']],
    ['one that becomes late', 10, [ticket()], [ticket()], ['late']],
    ['one that becomes very late', 15, [ticket()], [ticket()], ['late']],
    ['one that is ready', 5, [ticket()], [ready(5)], ['ready']],
    ['one that is ready when it first arrives', 5, [], [ready(5)], ['ready']],
    ['one that waits on the pass', 7, [ready(5)], [ready(5)], ['warn']],
    ['one that waits there too long', 9, [ready(5)], [ready(5)], ['late']],
    ['of many of a kind, one', 0, [], [ticket({ id: '2' }), ticket({ id: '3' })], ['new']],
    ['of several kinds, the most important first', 8, [ticket()], [ticket(), ready(8, { id: '2' })], ['ready', 'warn']],
  ])('%s', (_, minutes, before, after, events) => {
    expect(soundsBetween(minutes, before, after)).toEqual(events);
  });

  it('with whose ticket it is and which tickets caused it', () => {
    const isMine = ({ id }: Ticket) => id === '2';
    const before = moment(5, ticket({ id: '1' }), ticket({ id: '2' }));
    const after = moment(5, ready(5, { id: '1' }), ready(5, { id: '2' }));
    expect(soundsOf(before, after, { ...RULES, isMine })).toEqual([
      { event: 'mine', tickets: ['2'] },
      { event: 'ready', tickets: ['1'] },
    ]);
  });
});

describe('after an outage', () => {
  const sixty = (make: (id: string) => Ticket) => Array.from({ length: 60 }, (_, index) => make(`t${index}`));
  const onReturn = (before: Ticket[], now: Ticket[], isMine = false) =>
    soundsOf(moment(1, ...before), moment(12, ...now), { ...RULES, isMine: () => isMine }).map(({ event }) => event);

  it('sixty new cards play no sound', () => {
    expect(
      onReturn(
        [],
        sixty((id) => ticket({ id })),
      ),
    ).toEqual([]);
  });

  it('sixty late cards and sixty ready ones play one sound', () => {
    const ids = [...sixty((id) => ticket({ id })), ...sixty((id) => ticket({ id: `r${id}` }))];
    const now = [...sixty((id) => ticket({ id })), ...sixty((id) => ready(11, { id: `r${id}` }))];
    expect(onReturn(ids, now)).toEqual(['late']);
    expect(onReturn(ids, now, true)).toEqual(['mine']);
  });

  it('cards that were late or ready before play no sound', () => {
    const late = ticket({ warnAt: at(-2), lateAt: at(-1), veryLateAt: null });
    const waiting = ready(0, { id: '2', warnAt: at(30), lateAt: at(40) });
    expect(onReturn([late, waiting], [late, waiting])).toEqual([]);
    expect(onReturn([late], [late, waiting])).toEqual(['ready']);
  });

  it('a clock that is set back counts as an outage', () => {
    expect(soundsOf(moment(12, ticket()), moment(1, ticket(), ticket({ id: '2' })), RULES)).toEqual([]);
  });
});

it('over a whole evening each ticket plays at most one sound per step, whatever its deliveries change', () => {
  const step = fc.constantFrom('start', 'ready', 'serve', 'rename', 'claim', 'wait');
  const evening = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), step), { minLength: 50, maxLength: 300 });
  let changes = 0;
  fc.assert(
    fc.property(evening, (steps) => {
      let before = moment(0);
      const counted = new Map<string, number>();
      steps.forEach(([name, what], index) => {
        const minutes = index / 15;
        const id = String(name);
        const tickets = new Map(before.tickets);
        const known = tickets.get(id);
        const next = after(what, known, id, minutes);
        if (next) {
          tickets.set(id, next);
          changes += 1;
        }
        const now = { tickets, now: EVENING + minutes * 60_000 };
        for (const { event, tickets: made } of soundsOf(before, now, RULES))
          for (const each of made) counted.set(`${event} ${each}`, (counted.get(`${event} ${each}`) ?? 0) + 1);
        before = now;
      });
      const most = { new: 1, ready: 1, warn: 2, late: 3, mine: 0, called: 0, lost: 0 };
      for (const [key, count] of counted)
        expect(count, key).toBeLessThanOrEqual(most[key.split(' ')[0] as keyof typeof most]);
    }),
    { numRuns: 200 },
  );
  expect(changes).toBeGreaterThan(1_000);

  function after(what: string, known: Ticket | undefined, id: string, minutes: number): Ticket | null {
    const limits = { warnAt: at(minutes + 2), lateAt: at(minutes + 3), veryLateAt: at(minutes + 5) };
    if (what === 'start' && !known) return ticket({ id, startedAt: at(minutes), ...limits });
    if (!known || known.closedAt) return null;
    if (what === 'ready' && !known.readyAt) return { ...known, readyAt: at(minutes), ...limits, veryLateAt: null };
    if (what === 'serve' && known.readyAt) return { ...known, closedAt: at(minutes) };
    if (what === 'rename') return { ...known, marks: ['renamed'], version: known.version + 1 };
    if (what === 'claim') return { ...known, claim: { by: { id: 1, name: 'Ada' }, at: at(minutes) } };
    return null;
  }
});

describe('a sound keeps repeating', () => {
  const pressing = (event: SoundEvent, each: Ticket | undefined, minutes: number, rules: Partial<SoundRules> = {}) =>
    isPressing(event, each, EVENING + minutes * 60_000, { ...RULES, ...rules });

  it('for a late card until it is ready, and again when it waits too long on the pass', () => {
    expect(pressing('late', ticket(), 11)).toBe(true);
    expect(pressing('late', ready(11), 11)).toBe(false);
    expect(pressing('late', ready(11), 16)).toBe(true);
    expect(pressing('warn', ticket(), 5)).toBe(false);
    expect(pressing('warn', ticket(), 9)).toBe(true);
    expect(pressing('new', ticket(), 1)).toBe(true);
    expect(pressing('new', ready(1), 1)).toBe(false);
  });

  it('for my card until it is taken, or is no longer mine', () => {
    expect(pressing('mine', ready(5), 6, { isMine: () => true })).toBe(true);
    expect(pressing('mine', ready(5), 6)).toBe(false);
    expect(pressing('mine', closed(), 6, { isMine: () => true })).toBe(false);
    expect(pressing('ready', ready(5), 6)).toBe(true);
  });

  it('but not for a card that is gone or hidden here', () => {
    expect(pressing('late', undefined, 11)).toBe(false);
    expect(pressing('late', ticket(), 11, { isShown: () => false })).toBe(false);
  });
});
