import type { BranchSettings, SettingChange, SettingsOfPlace } from '../../contract/branches';
import {
  isSettingKey,
  type PreparationUnit,
  SETTING_KEYS,
  type SettingAt,
  type SettingKey,
} from '../../contract/settings';
import { toIso } from '../../domain/fact';
import { agreedUnit } from '../../domain/preparation-unit';
import { mayDiffer, settledUnit, standingOf } from '../../domain/settings';
import { dayMinuteText } from '../../lib/time';
import { branchOfRow, SETTING_CHANGES, type SettingColumns, settingRows, settingValue } from '../sql/branches';
import { BRANCHES, SETTING_ROWS } from '../sql/load-statements';
import { type Int, int, type Source } from '../sql/statements';
import type { StoredBranch } from '../sql/write-statements';

/** A place, and the branches that the viewer may see. */
type SettingsQuestion = { at: SettingAt; branches: readonly number[] };

/** Every setting as it is in force at a place, and the last changes that affect the place. */
export async function readSettings(source: Source, { at, branches }: SettingsQuestion): Promise<SettingsOfPlace> {
  const columns = await source.$queryRawUnsafe<(SettingColumns & { id: Int })[]>(SETTING_ROWS);
  const rows = settingRows(columns);
  const isKnown = (branch: number) => branches.includes(branch);
  const newestOf = (key: SettingKey) =>
    columns.find((row) => row.key === key && same(row.branch, at.branch) && same(row.course, at.course))?.id ?? null;
  return {
    at,
    settings: SETTING_KEYS.map((key) => {
      const standing = standingOf(rows, key, at);
      return {
        key,
        ...standing,
        differing: standing.differing.filter(({ branch }) => isKnown(branch)),
        mayDiffer: mayDiffer(key, at),
        newest: int(newestOf(key)),
      };
    }),
    changes: await changesOf(source, at.branch === null ? branches : [at.branch].filter(isKnown)),
    branch: await branchOf(source, at.branch, (number) => settledUnit(rows, number)),
  };
}

function same(stored: Int | null, wanted: number | null): boolean {
  return int(stored) === wanted;
}

type ChangeRow = SettingColumns & {
  id: Int;
  setAt: Int;
  setBy: string | null;
  before: string | null;
  newest: Int;
};

async function changesOf(source: Source, branches: readonly number[]): Promise<SettingChange[]> {
  const rows = await source.$queryRawUnsafe<ChangeRow[]>(SETTING_CHANGES, JSON.stringify(branches));
  return rows.flatMap(({ key, ...row }) =>
    isSettingKey(key)
      ? [
          {
            id: int(row.id),
            key,
            branch: int(row.branch),
            course: int(row.course),
            value: settingValue(row.value),
            before: row.before === null ? null : settingValue(row.before),
            at: toIso(int(row.setAt)),
            by: row.setBy,
            isNewest: int(row.newest) === int(row.id),
          },
        ]
      : [],
  );
}

async function branchOf(
  source: Source,
  number: number | null,
  settled: (branch: number) => PreparationUnit | null,
): Promise<BranchSettings | null> {
  if (number === null) return null;
  const rows = await source.$queryRawUnsafe<StoredBranch[]>(BRANCHES);
  const branch = rows.map(branchOfRow).find((row) => row.number === number);
  if (!branch) return null;
  const { name, timeZone, cutOffMinute, lastDeliveryAt, votes } = branch;
  const agreed = agreedUnit(votes);
  return {
    number,
    name: name || null,
    timeZone,
    cutOff: dayMinuteText(cutOffMinute),
    isUnused: lastDeliveryAt === null,
    unit: { votes, agreed, inForce: settled(number) ?? agreed },
  };
}
