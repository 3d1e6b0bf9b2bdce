import { MAX_LISTED_BRANCHES } from '../../contract/branches';
import { readServices, type Service } from '../../domain/services';
import { settingFor } from '../../domain/settings';
import { branchReadings } from '../sql/branch-readings';
import { type Int, int } from '../sql/int';
import { NEWEST_COURSES, TAKEN_BRANCHES } from '../sql/page-statements';
import type { Source } from '../sql/statements';

/** A branch as the pages of managers show it, without its current time. */
export type StoredManagerBranch = {
  number: number;
  name: string | null;
  timeZone: string;
  cutOffMinute: number;
  services: Service[];
  /** Recent courses, by number. */
  courses: { number: number; name: string | null; abbreviation: string | null }[];
};

type CourseRow = { courseNumber: Int; courseName: string | null; abbreviation: string | null };

/** `own` are the branches of a manager, null for all; `asked` is the one in the address. */
export type ManagerBranchesQuestion = { own: readonly number[] | null; asked: number | null };

export type ManagerBranches = {
  /** The first ones by number, and the one that was asked for. */
  listed: StoredManagerBranch[];
  /** All of them, by number. */
  numbers: number[];
};

/** The branches of a manager that were taken (F25). */
export async function readManagerBranches(
  source: Source,
  { own, asked }: ManagerBranchesQuestion,
): Promise<ManagerBranches> {
  const taken = await source.$queryRawUnsafe<{ number: Int }[]>(TAKEN_BRANCHES);
  const isOwn = own && new Set(own);
  const numbers = taken.map(({ number }) => int(number)).filter((number) => isOwn === null || isOwn.has(number));
  const wanted = numbers.filter((number, index) => index < MAX_LISTED_BRANCHES || number === asked);
  const readings = await branchReadings(source);
  const listed: StoredManagerBranch[] = [];
  for (const { number, name, timeZone, cutOffMinute, settings } of wanted.flatMap((one) => readings.get(one) ?? [])) {
    const rows = await source.$queryRawUnsafe<CourseRow[]>(NEWEST_COURSES, number);
    listed.push({
      number,
      name: name || null,
      timeZone,
      cutOffMinute,
      services: readServices(String(settingFor(settings, 'services', number))) ?? [],
      courses: rows.map((row) => ({
        number: int(row.courseNumber),
        name: row.courseName || null,
        abbreviation: row.abbreviation || null,
      })),
    });
  }
  return { listed, numbers };
}
