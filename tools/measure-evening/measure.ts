import { recordedEvening } from './deliveries';
import { type Inherited, watchTables } from './inherited';
import { playEvening } from './play';
import { type PresumedCourse, watchPresumed } from './presumed';
import { type Evening, type Variation, varied } from './variations';
import { addRows, forgottenIn, NO_ROWS, type WaitingRows, waitingAt } from './waiting';

/** What the screens show over an evening, compared with the truth. */
export type EveningFigures = Pick<Evening, 'courses' | 'unpressed' | 'reseatings'> & {
  minutes: number;
  /** Findings for each table that was taken again, at each minute. */
  tables: Inherited[];
  ready: WaitingRows;
  pass: WaitingRows;
  presumed: PresumedCourse[];
  /** Number of courses without a press that were never presumed served. */
  unnoticed: number;
};

/** A: the re-seatings of the recorded evening. B: with forgotten serves, and tables that are taken again at once. */
export const VARIATIONS: Record<'A' | 'B', Omit<Variation, 'seed'>> = {
  A: { forgottenShare: 0, againAfterMs: null },
  B: { forgottenShare: 0.2, againAfterMs: 3 * 60_000 },
};

/** Whether a table shows anything of a party that should not be shown. */
export function isInherited({ clock, dot, name, gone }: Inherited): boolean {
  return clock || dot || name || gone;
}

/** Plays a variation of the recorded evening to the real board, and checks it once a minute. */
export async function measureEvening(variation: Variation): Promise<EveningFigures> {
  const evening = varied(recordedEvening(), variation);
  const forgotten = forgottenIn(evening);
  const inheritedAt = watchTables();
  const presumed = watchPresumed();
  const tables: Inherited[] = [];
  let [minutes, ready, pass] = [0, NO_ROWS, NO_ROWS];
  await playEvening(evening, (look) => {
    minutes += 1;
    tables.push(...inheritedAt(look));
    presumed.look(look);
    const waiting = waitingAt(look, forgotten);
    ready = addRows(ready, waiting.ready);
    pass = addRows(pass, waiting.pass);
  });
  const found = presumed.found(evening);
  const noticed = new Set(found.map(({ name }) => name));
  const unnoticed = [...forgotten.keys()].filter((name) => !noticed.has(name)).length;
  const { courses, unpressed, reseatings } = evening;
  return { courses, unpressed, reseatings, minutes, tables, ready, pass, presumed: found, unnoticed };
}
