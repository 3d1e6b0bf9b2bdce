import { describe, expect, it } from 'vitest';
import { PRACTICE_ORDER } from '../../contract/constants';
import type { Ticket } from '../../contract/live';
import { MINUTE_MS } from '../../lib/time';
import { hasTable } from '../screen/table-list';
import { isPressing, type Moment, soundsOf } from '../sound/board-sounds';
import { at, EVENING, presumed, ready, ticket } from '../testing/tickets';
import { waiterSoundRules } from './ready-board';
import type { Shown } from './ready-options';
import type { Waiter } from './ready-rows';

const SECOND = 1 / 60;
const SAM = { by: { id: 7, name: 'Sam' }, at: at(0) };

const OF_12: Waiter = { hasTables: true, isMyTable: hasTable(['12']), screen: 7 };
const ANYBODY: Waiter = { hasTables: false, isMyTable: hasTable([]), screen: 7 };
const elsewhere = { table: { number: '30', subNumber: '1', name: null, guests: 2 } };

const moment = (minutes: number, ...tickets: Ticket[]): Moment => ({
  tickets: new Map(tickets.map((each) => [each.id, each])),
  now: EVENING + minutes * MINUTE_MS,
});

type Options = { waiter?: Waiter; shown?: Shown; escalateMs?: number | null };

/** Sounds at that minute, one second after the previous check. */
function soundsAt(minutes: number, before: Ticket[], after: Ticket[], options: Options = {}): string[] {
  const now = moment(minutes, ...after);
  const { waiter = OF_12, shown = 'mine', escalateMs = 3 * MINUTE_MS } = options;
  const rules = waiterSoundRules({ waiter, shown, escalateMs, now: () => now.now });
  return soundsOf(moment(minutes - SECOND, ...before), now, rules).map(({ event }) => event);
}

describe('a waiter’s screen', () => {
  const cooks = ticket();
  const theirs = ticket(elsewhere);
  const readyTheirs = ready(5, elsewhere);
  const practised = { orderId: PRACTICE_ORDER, table: { number: 'P1', subNumber: '1', name: null, guests: 2 } };

  it.each<[what: string, minutes: number, before: Ticket[], after: Ticket[], options: Options, events: string[]]>([
    ['theirs that is ready', 5, [cooks], [ready(5)], {}, ['mine']],
    ['not another’s, where only theirs are shown', 5, [theirs], [readyTheirs], {}, []],
    ['another’s where all are shown, as such', 5, [theirs], [readyTheirs], { shown: 'all' }, ['ready']],
    ['what is ready, where they have no tables', 5, [cooks], [ready(5)], { waiter: ANYBODY, shown: 'all' }, ['ready']],
    ['[F28] what is practised, as theirs', 5, [ticket(practised)], [ready(5, practised)], {}, ['mine']],
    ['[F28] the same without tables', 5, [ticket(practised)], [ready(5, practised)], { waiter: ANYBODY }, ['ready']],
    ['nothing of what cooks, however late', 10, [], [cooks, ticket({ id: '2', lateAt: at(1) })], { shown: 'all' }, []],
    ['nothing of a slow one', 7, [ready(5)], [ready(5)], {}, []],
    ['theirs that nobody has for too long', 8, [ready(5)], [ready(5)], {}, ['late']],
    ['another’s that nobody has for too long', 8, [readyTheirs], [readyTheirs], {}, ['late']],
    ['not another’s, where nothing escalates', 9, [readyTheirs], [readyTheirs], { shown: 'all', escalateMs: null }, []],
    ['theirs that is late, where nothing escalates', 9, [ready(5)], [ready(5)], { escalateMs: null }, ['late']],
    ['not theirs that is late after it escalated', 9, [ready(5)], [ready(5)], {}, []],
    ['nothing of what somebody has', 9, [ready(5, { claim: SAM })], [ready(5, { claim: SAM })], {}, []],
    ['what nobody has any more', 9, [ready(5, { claim: SAM })], [ready(5)], {}, ['late']],
    ['nothing of what was collected', 9, [ready(5)], [ready(5, { collected: SAM })], {}, []],
    ['nothing of what is presumed served', 20, [presumed(5)], [presumed(5)], {}, []],
    ['nothing of what was not collected after all', 9, [ready(5, { collected: SAM })], [ready(5)], {}, []],
  ])('%s', (_, minutes, before, after, options, events) => {
    expect(soundsAt(minutes, before, after, options)).toEqual(events);
  });

  it('repeats the reminder until somebody claims the course', () => {
    const rules = waiterSoundRules({ waiter: OF_12, shown: 'mine', escalateMs: null, now: () => EVENING });
    expect(isPressing('mine', ready(5), EVENING + 6 * MINUTE_MS, rules)).toBe(true);
    expect(isPressing('mine', ready(5, { claim: SAM }), EVENING + 6 * MINUTE_MS, rules)).toBe(false);
    expect(isPressing('mine', ready(5, { collected: SAM }), EVENING + 6 * MINUTE_MS, rules)).toBe(false);
    expect(isPressing('mine', presumed(5), EVENING + 6 * MINUTE_MS, rules)).toBe(false);
  });
});
