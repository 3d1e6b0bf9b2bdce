import { readServices, type Service } from '../../domain/services';
import { settingFor } from '../../domain/settings';
import { branchReadings } from '../sql/branch-readings';
import { ALL_BRANCH_NAMES, NEWEST_COURSES } from '../sql/page-statements';
import type { Source } from '../sql/statements';
import { int } from '../sql/ticket-row';

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

type CourseRow = { courseNumber: number | bigint; courseName: string | null; abbreviation: string | null };

/** Every branch, by number. */
export async function readManagerBranches(source: Source, _question: null): Promise<StoredManagerBranch[]> {
  const names = new Map(
    (await source.$queryRawUnsafe<{ number: number | bigint; name: string | null }[]>(ALL_BRANCH_NAMES)).map(
      ({ number, name }) => [int(number), name || null],
    ),
  );
  const branches: StoredManagerBranch[] = [];
  for (const { number, timeZone, cutOffMinute, settings } of (await branchReadings(source)).values()) {
    const rows = await source.$queryRawUnsafe<CourseRow[]>(NEWEST_COURSES, number);
    branches.push({
      number,
      name: names.get(number) ?? null,
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
  return branches;
}
