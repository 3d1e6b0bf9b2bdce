import type { Ticket } from '../../contract/live';
import { isPresumed, type Urgency } from '../ticket/urgency';
import { SOUND_EVENTS, type SoundEvent } from './sound-options';

/** A board at the time of a comparison. `now` is POS time, epoch ms. */
export type Moment = { tickets: ReadonlyMap<string, Ticket>; now: number };

/**
 * Which changes play a sound on a screen (docs/screens.md). The same rules apply to both moments, so that a changed filter
 * causes no sound.
 */
export type SoundRules = {
  urgencyOf: (ticket: Ticket, now: number) => Urgency;
  /** Whether the screen shows the ticket. */
  isShown: (ticket: Ticket) => boolean;
  /** Whether the ticket belongs to the user of this screen. */
  isMine: (ticket: Ticket) => boolean;
  /** Events that play a sound; omitted for all. */
  events?: readonly SoundEvent[];
};

/** An event and the tickets that caused it. */
export type BoardEvent = { event: SoundEvent; tickets: string[] };

/** Comparisons are a second apart, so a longer pause means an outage or sleep. */
const OUTAGE_MS = 6_000;
/** After an outage new and slow cards are only shown; these events still deserve a sound, and only one of them. */
const AFTER_OUTAGE: readonly SoundEvent[] = ['mine', 'late', 'ready'];

const ALARMS: Record<Urgency, 0 | 1 | 2 | 3> = {
  cooking: 0,
  ready: 0,
  warn: 1,
  'ready-warn': 1,
  late: 2,
  'ready-late': 2,
  'very-late': 3,
};

/**
 * Returns the events between two moments of a board, most important first, each once. The first moment has none, an
 * outage has at most one, and moves, renames, claims, recalls and closes have none.
 */
export function soundsOf(before: Moment | null, after: Moment, rules: SoundRules): BoardEvent[] {
  if (before === null) return [];
  const events = new Map<SoundEvent, string[]>();
  for (const ticket of after.tickets.values()) {
    if (!rules.isShown(ticket)) continue;
    const event = eventOf(before.tickets.get(ticket.id), before.now, ticket, after.now, rules);
    if (event !== null && (rules.events?.includes(event) ?? true))
      events.set(event, [...(events.get(event) ?? []), ticket.id]);
  }
  const byWeight = [...events]
    .map(([event, tickets]) => ({ event, tickets }))
    .sort((a, b) => SOUND_EVENTS.indexOf(b.event) - SOUND_EVENTS.indexOf(a.event));
  const isAfterOutage = Math.abs(after.now - before.now) > OUTAGE_MS;
  if (!isAfterOutage) return byWeight;
  const first = AFTER_OUTAGE.flatMap((event) => byWeight.filter((each) => each.event === event))[0];
  return first ? [first] : [];
}

/** Whether the event of a ticket still needs an answer. */
export function isPressing(event: SoundEvent, ticket: Ticket | undefined, now: number, rules: SoundRules): boolean {
  if (!ticket || !rules.isShown(ticket)) return false;
  const phase = phaseOf(ticket);
  if (phase !== 'cooking' && phase !== 'ready') return false;
  switch (event) {
    case 'new':
      return phase === 'cooking';
    case 'warn':
      return ALARMS[rules.urgencyOf(ticket, now)] >= 1;
    case 'late':
      return ALARMS[rules.urgencyOf(ticket, now)] >= 2;
    case 'mine':
      return phase === 'ready' && rules.isMine(ticket);
    default:
      return phase === 'ready';
  }
}

/** A presumed ticket counts as closed: neither that nor its return plays a sound. */
type Phase = 'waiting' | 'cooking' | 'ready' | 'closed';

function phaseOf(ticket: Ticket): Phase {
  if (ticket.closedAt !== null || isPresumed(ticket)) return 'closed';
  if (ticket.readyAt !== null) return 'ready';
  return ticket.startedAt === null ? 'waiting' : 'cooking';
}

function eventOf(
  before: Ticket | undefined,
  beforeNow: number,
  ticket: Ticket,
  now: number,
  rules: SoundRules,
): SoundEvent | null {
  const was = before ? phaseOf(before) : 'waiting';
  const is = phaseOf(ticket);
  if (is === 'closed' || is === 'waiting') return null;
  if (before && was === is) {
    const [alarmBefore, alarm] = [ALARMS[rules.urgencyOf(before, beforeNow)], ALARMS[rules.urgencyOf(ticket, now)]];
    if (alarm <= alarmBefore) return null;
    return alarm === 1 ? 'warn' : 'late';
  }
  if (is === 'cooking') return was === 'waiting' ? 'new' : null;
  if (was === 'closed') return null;
  return rules.isMine(ticket) ? 'mine' : 'ready';
}
