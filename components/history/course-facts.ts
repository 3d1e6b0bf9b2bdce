import type { HistoryCourse } from '../../contract/history';
import { toMs } from '../time/clock-text';

/** Facts of a course for its row. Durations in milliseconds; null if unknown. */
export type CourseFacts = {
  /** Start, in epoch ms by the POS's clock. */
  began: number | null;
  cooking: number | null;
  expected: number | null;
  /** Difference from the expected time. */
  against: number | null;
  /** F15a: the wait on the pass until the POS said served, and until somebody collected it. */
  until: { collected: number | null; served: number | null };
  /** Current state, if the course is open. */
  still: 'started' | 'ready' | null;
};

export function factsOf({ ticket }: HistoryCourse): CourseFacts {
  const [startedAt, readyAt, servedAt] = [ticket.startedAt, ticket.readyAt, ticket.servedAt].map(toMs);
  const cooking = ms(ticket.measuredSeconds);
  const expected = ms(ticket.expectedSeconds);
  const sinceReady = (at: number | null | undefined) =>
    readyAt == null || at == null || at < readyAt ? null : at - readyAt;
  return {
    began: startedAt ?? readyAt ?? servedAt ?? null,
    cooking,
    expected,
    against: cooking === null || expected === null ? null : cooking - expected,
    until: { collected: sinceReady(toMs(ticket.collected?.at ?? null)), served: sinceReady(servedAt) },
    still: ticket.closedAt !== null || ticket.presumedServed !== null ? null : readyAt == null ? 'started' : 'ready',
  };
}

function ms(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}
