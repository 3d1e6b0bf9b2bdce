import { MINUTE_MS } from '../../lib/time-units';
import { createBoard, LIMITS } from './board';
import { recordedEvening } from './deliveries';
import { type Inherited, inheritedAt } from './inherited';
import { type Evening, type Variation, vary } from './variations';
import { type ListFigures, listsAt, type PresumedCourse, servesIn, watchPresumed } from './waiting';

/** How the screens of an evening differ from the truth. */
export type EveningFigures = Pick<Evening, 'courses' | 'unpressed' | 'reseatings'> & {
  minutes: number;
  /** Findings for each re-seated table, at each minute. */
  tables: Inherited[];
  /** The figures of each list, one entry a minute. */
  lists: Record<'oldestFirst' | 'ready' | 'pass', ListFigures[]>;
  presumed: PresumedCourse[];
};

const FORGOTTEN = { forgottenShare: 0.2, reseatAfterMs: 3 * MINUTE_MS };
/**
 * A: the recorded evening. B: with forgotten serves, and tables that are re-seated after three minutes. The others also
 * have a jam, in which food stands for so many minutes.
 */
export const VARIATIONS = {
  A: { forgottenShare: 0, reseatAfterMs: null, standsUpToMs: null },
  B: { ...FORGOTTEN, standsUpToMs: null },
  jam15: { ...FORGOTTEN, standsUpToMs: 15 * MINUTE_MS },
  jam25: { ...FORGOTTEN, standsUpToMs: 25 * MINUTE_MS },
} as const satisfies Record<string, Omit<Variation, 'seed'>>;

/** Time after the last delivery during which the board is still checked. */
const AFTER_MS = 60 * MINUTE_MS;

/** Whether a table shows any data of a previous party. */
export function isInherited({ clock, dot, name, departed }: Inherited): boolean {
  return clock || dot || name || departed;
}

/** Plays a variation of the recorded evening by the rules of the domain, and compares what is shown each minute. */
export function measureEvening(variation: Variation, limits = LIMITS): EveningFigures {
  const evening = vary(recordedEvening(), variation);
  const serves = servesIn(evening);
  const presumed = watchPresumed(serves);
  const tables: Inherited[] = [];
  const lists: EveningFigures['lists'] = { oldestFirst: [], ready: [], pass: [] };
  const board = createBoard(limits);
  const [first, last] = [evening.deliveries[0]?.receivedAt ?? 0, evening.deliveries.at(-1)?.receivedAt ?? 0];
  let minute = Math.ceil(first / MINUTE_MS) * MINUTE_MS;
  const lookUntil = (until: number) => {
    for (; minute < until; minute += MINUTE_MS) {
      const look = board.at(minute);
      tables.push(...inheritedAt(look));
      presumed.record(look);
      const { oldestFirst, ready, pass } = listsAt(look, serves);
      lists.oldestFirst.push(oldestFirst);
      lists.ready.push(ready);
      lists.pass.push(pass);
    }
  };
  for (const { receivedAt, fact } of evening.deliveries) {
    lookUntil(receivedAt);
    // What is presumed served just before a serve would be missed from minute to minute.
    presumed.record(board.at(receivedAt));
    board.take(fact);
  }
  lookUntil(last + AFTER_MS);
  const { courses, unpressed, reseatings } = evening;
  return { courses, unpressed, reseatings, minutes: lists.ready.length, tables, lists, presumed: presumed.found() };
}
