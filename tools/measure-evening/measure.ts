import { recordedEvening } from './deliveries';
import { type Inherited, watchTables } from './inherited';
import { playEvening } from './play';
import { type PresumedCourse, watchPresumed } from './presumed';
import { type Evening, type Variation, vary } from './variations';
import { addRows, forgottenIn, NO_ROWS, type WaitingRows, waitingAt } from './waiting';

/** How the screens of an evening differ from the truth. */
export type EveningFigures = Pick<Evening, 'courses' | 'unpressed' | 'reseatings'> & {
  minutes: number;
  /** Findings for each re-seated table, at each minute. */
  tables: Inherited[];
  ready: WaitingRows;
  pass: WaitingRows;
  presumed: PresumedCourse[];
  /** Number of courses without a press that were never presumed served. */
  unnoticed: number;
};

/** A: the recorded evening. B: with forgotten serves, and tables that are re-seated after three minutes. */
export const VARIATIONS: Record<'A' | 'B', Omit<Variation, 'seed'>> = {
  A: { forgottenShare: 0, reseatAfterMs: null },
  B: { forgottenShare: 0.2, reseatAfterMs: 3 * 60_000 },
};

/** Whether a table shows any data of a previous party. */
export function isInherited({ clock, dot, name, departed }: Inherited): boolean {
  return clock || dot || name || departed;
}

/** Applies a variation of the recorded evening to a board, and checks it once a minute. */
export async function measureEvening(variation: Variation): Promise<EveningFigures> {
  const evening = vary(recordedEvening(), variation);
  const forgotten = forgottenIn(evening);
  const inheritedAt = watchTables();
  const presumed = watchPresumed();
  const tables: Inherited[] = [];
  let [minutes, ready, pass] = [0, NO_ROWS, NO_ROWS];
  await playEvening(evening, (look) => {
    minutes += 1;
    tables.push(...inheritedAt(look));
    presumed.record(look);
    const waiting = waitingAt(look, forgotten);
    ready = addRows(ready, waiting.ready);
    pass = addRows(pass, waiting.pass);
  });
  const found = presumed.compare(evening);
  const noticed = new Set(found.map(({ name }) => name));
  const unnoticed = [...forgotten.keys()].filter((name) => !noticed.has(name)).length;
  const { courses, unpressed, reseatings } = evening;
  return { courses, unpressed, reseatings, minutes, tables, ready, pass, presumed: found, unnoticed };
}
