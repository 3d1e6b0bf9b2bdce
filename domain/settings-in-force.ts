import type { PreparationUnit, SettingKey, SettingRow, UnitVotes } from '../contract/settings';
import type { Limits } from './limits';
import { agreedUnit } from './preparation-unit';
import { limitsFor, settingFor, settledUnit } from './settings';
import type { Reading } from './ticket';

/** The settings in force, held in memory and replaced as a whole after a commit. */
export type Settings = {
  rows: () => readonly SettingRow[];
  replace: (rows: readonly SettingRow[]) => void;
  value: (key: SettingKey, branch: number | null, course?: number | null) => string | number;
  limitsOf: (branch: number, course: number) => Limits;
  unitOf: (branch: number, votes: UnitVotes) => PreparationUnit | null;
  readingOf: (branch: number, votes: UnitVotes) => Reading;
};

export function createSettings(initial: readonly SettingRow[]): Settings {
  let rows = initial;
  /** By branch, then by course. Cached because every reading of a ticket needs the limits. */
  let limits = new Map<number, Map<number, Limits>>();

  const limitsOf = (branch: number, course: number) => {
    const ofBranch = limits.get(branch) ?? new Map<number, Limits>();
    const known = ofBranch.get(course);
    if (known) return known;
    const resolved = limitsFor(rows, branch, course);
    limits.set(branch, ofBranch.set(course, resolved));
    return resolved;
  };
  const unitOf = (branch: number, votes: UnitVotes) => settledUnit(rows, branch) ?? agreedUnit(votes);

  return {
    rows: () => rows,
    replace(next) {
      rows = next;
      limits = new Map();
    },
    value: (key, branch, course = null) => settingFor(rows, key, branch, course),
    limitsOf,
    unitOf,
    readingOf: (branch, votes) => ({ unit: unitOf(branch, votes), limitsOf: (course) => limitsOf(branch, course) }),
  };
}
