import type { SettingRow, UnitVotes } from '../../contract/settings';
import { agreedUnit } from '../../domain/preparation-unit';
import { limitsFor, settledUnit } from '../../domain/settings';
import type { Reading } from '../../domain/ticket';
import { BRANCHES, SETTING_ROWS } from './load-statements';
import { type SettingColumns, settingRows } from './setting-row';
import type { Source } from './statements';
import { int } from './ticket-row';

/** The calendar, settings and unit by which the history of a branch is read. */
export type BranchReading = {
  number: number;
  name: string | null;
  timeZone: string;
  cutOffMinute: number;
  version: number;
  epoch: string;
  settings: readonly SettingRow[];
  reading: Reading;
};

type StoredBranch = {
  number: number | bigint;
  name: string | null;
  timeZone: string;
  cutOffMinute: number | bigint;
  version: number | bigint;
  epoch: string;
  votesSeconds: number | bigint;
  votesMinutes: number | bigint;
  votesMilliseconds: number | bigint;
};

/** Every branch by number. Today's settings and unit also apply to the past, so they are read again for each query. */
export async function branchReadings(source: Source): Promise<Map<number, BranchReading>> {
  const settings = settingRows(await source.$queryRawUnsafe<SettingColumns[]>(SETTING_ROWS));
  const branches = await source.$queryRawUnsafe<StoredBranch[]>(BRANCHES);
  return new Map(
    branches.map((row) => {
      const number = int(row.number);
      const votes: UnitVotes = {
        seconds: int(row.votesSeconds),
        minutes: int(row.votesMinutes),
        milliseconds: int(row.votesMilliseconds),
      };
      const limits = new Map<number, ReturnType<typeof limitsFor>>();
      const limitsOf = (course: number) => {
        const known = limits.get(course) ?? limitsFor(settings, number, course);
        limits.set(course, known);
        return known;
      };
      const reading = { unit: settledUnit(settings, number) ?? agreedUnit(votes), limitsOf };
      const { name, timeZone, epoch } = row;
      const cutOffMinute = int(row.cutOffMinute);
      return [number, { number, name, timeZone, cutOffMinute, version: int(row.version), epoch, settings, reading }];
    }),
  );
}
