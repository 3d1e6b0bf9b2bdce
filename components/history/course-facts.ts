import type { HistoryCourse } from '../../contract/history';
import { toMs } from '../time/to-ms';

/** Facts of a course for its row. Durations in milliseconds; null if unknown. */
export type CourseFacts = {
  /** Start, in epoch ms by the POS's clock. */
  began: number | null;
  cooking: number | null;
  expected: number | null;
  /** Difference from the expected time. */
  against: number | null;
  pass: number | null;
  /** Current state, if the course is open. */
  still: 'started' | 'ready' | null;
};

export function factsOf({ ticket }: HistoryCourse): CourseFacts {
  const [startedAt, readyAt, servedAt] = [ticket.startedAt, ticket.readyAt, ticket.servedAt].map(toMs);
  const collectedAt = toMs(ticket.collected?.at ?? null);
  const cooking = ms(ticket.measuredSeconds);
  const expected = ms(ticket.expectedSeconds);
  const leftPassAt = servedAt ?? collectedAt ?? null;
  return {
    began: startedAt ?? readyAt ?? servedAt ?? null,
    cooking,
    expected,
    against: cooking === null || expected === null ? null : cooking - expected,
    pass: readyAt == null || leftPassAt === null || leftPassAt < readyAt ? null : leftPassAt - readyAt,
    still: ticket.closedAt !== null || ticket.presumedServed !== null ? null : readyAt == null ? 'started' : 'ready',
  };
}

function ms(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}
