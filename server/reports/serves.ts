import type { Serves, ServesReport, WorkplaceServes } from '../../contract/reports';
import { STEP } from '../../domain/fact';
import { type Int, int } from '../sql/int';
import { SERVES_BY_WORKPLACE } from '../sql/report-statements';
import type { Source } from '../sql/statements';
import type { Columns } from './allocate-columns';
import { type GroupPlaces, oneGroup } from './places';
import type { ReportFilter } from './report-filter';
import { FLAG } from './report-row';
import { type BranchSelection, type Selection, select } from './selection';

/** F15e: enough for a share, while more would delay other queries: each is looked up on the disk. */
const NEWEST_BY_WORKPLACE = 5_000;

/** F15d: whether *served* was pressed for a course; null while that is not known. */
function wasPressed({ flags, servedAt }: Columns, row: number): boolean | null {
  const of = flags[row] as number;
  if ((of & FLAG.hasReady) === 0) return null;
  if (!Number.isNaN(servedAt[row] as number)) return true;
  return (of & FLAG.open) !== 0 && (of & FLAG.presumed) === 0 ? null : false;
}

/** F15d: for each group, the courses of which it is known whether *served* was pressed, and for how many it was. */
export function servesOf({ parts }: Selection, { groupOf, begins }: GroupPlaces): (group: number) => Serves {
  const n = new Int32Array(begins.length - 1);
  const pressed = new Int32Array(begins.length - 1);
  let at = 0;
  for (const { columns, rows } of parts) {
    for (let index = 0; index < rows.length; index += 1) {
      const was = wasPressed(columns.columns, rows[index] as number);
      const group = groupOf[at] as number;
      if (was !== null) n[group] = (n[group] as number) + 1;
      if (was) pressed[group] = (pressed[group] as number) + 1;
      at += 1;
    }
  }
  return (group) => ({ n: n[group] as number, pressed: pressed[group] as number });
}

/** F15d, F15e: how often *served* was pressed; by workplace only if all courses are of one branch. @throws TooManyCourses */
export async function readServes(source: Source, filter: ReportFilter): Promise<ServesReport> {
  const selection = await select(source, filter);
  const total = servesOf(selection, oneGroup(selection.count))(0);
  const [part] = selection.parts;
  if (!part || selection.parts.length > 1) return { ...total, workplaces: [] };
  const facts = factsOfNewest(part, selection.cache.dictionaries.courses.entries);
  const rows = await source.$queryRawUnsafe<{ workplace: Int | null; n: Int; pressed: Int }[]>(
    SERVES_BY_WORKPLACE,
    JSON.stringify(facts),
  );
  const workplaces = rows.map(
    (row): WorkplaceServes => ({ workplace: int(row.workplace), n: int(row.n), pressed: int(row.pressed) }),
  );
  const place = ({ workplace }: WorkplaceServes) => workplace ?? Number.POSITIVE_INFINITY;
  return { ...total, workplaces: workplaces.toSorted((a, b) => place(a) - place(b)) };
}

/** The rows of SERVES_BY_WORKPLACE: the fact with which each of the newest courses began, and whether it was pressed. */
function factsOfNewest({ columns: { columns }, rows }: BranchSelection, courses: readonly number[]) {
  const { orderKey, course, beganAt, flags } = columns;
  const facts: (number | undefined)[][] = [];
  for (let index = rows.length - 1; index >= 0 && facts.length < NEWEST_BY_WORKPLACE; index -= 1) {
    const row = rows[index] as number;
    const was = wasPressed(columns, row);
    if (was === null) continue;
    const step = (flags[row] as number) & FLAG.hasStart ? STEP.CourseStarted : STEP.CourseCompleted;
    facts.push([orderKey[row], courses[course[row] as number], step, beganAt[row], Number(was)]);
  }
  return facts;
}
