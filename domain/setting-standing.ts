import type { SettingSource, SettingStanding } from '../contract/branches';
import { SETTINGS, type SettingAt, type SettingKey, type SettingRow, type SettingValue } from '../contract/settings';
import { settingFor } from './settings';

/**
 * The value of a setting at a place, its source and its overrides (contract, Settings: course over branch over
 * default).
 */
export function standingOf(rows: readonly SettingRow[], key: SettingKey, at: SettingAt): SettingStanding {
  const own = rows.filter((row) => row.key === key);
  const has = (place: SettingAt) => own.some((row) => row.branch === place.branch && row.course === place.course);
  const wider = widerThan(at);
  const source = wider.find(has);
  return {
    value: settingFor(own, key, at.branch, at.course),
    from: has(at) ? sourceOf(at) : source ? sourceOf(source) : 'default',
    otherwise: {
      value: source ? settingFor(own, key, source.branch, source.course) : SETTINGS[key].default,
      from: source ? sourceOf(source) : 'default',
    },
    differing: own
      .flatMap(({ branch, course, value }) => (branch === null ? [] : [{ branch, course, value }]))
      .filter((row) => isWithin(row, at))
      .toSorted((a, b) => a.branch - b.branch || (a.course ?? -1) - (b.course ?? -1)),
  };
}

/** Whether a setting can be overridden at a place. */
export function mayDiffer(key: SettingKey, { branch, course }: SettingAt): boolean {
  const { scope } = SETTINGS[key];
  if (course !== null) return scope === 'course';
  return branch === null || scope !== 'everywhere';
}

/** The places that a value is inherited from, nearest first. */
function widerThan({ branch, course }: SettingAt): SettingAt[] {
  const everywhere = { branch: null, course: null };
  if (course !== null) return [{ branch, course: null }, everywhere];
  return branch === null ? [] : [everywhere];
}

/** The source of a value that is set at this place itself. */
export function sourceOf({ branch, course }: SettingAt): SettingSource {
  if (course !== null) return 'course';
  return branch === null ? 'everywhere' : 'branch';
}

function isWithin(row: SettingAt, { branch, course }: SettingAt): boolean {
  if (course !== null) return false;
  return branch === null || (row.branch === branch && row.course !== null);
}

/** A group of limits that must be ascending. */
export type LimitsOutOfOrder = 'percent' | 'fallback' | 'ready';

const LADDERS: Record<LimitsOutOfOrder, readonly SettingKey[]> = {
  percent: ['warnPercent', 'latePercent', 'veryLatePercent'],
  fallback: ['fallbackWarn', 'fallbackLate', 'fallbackVeryLate'],
  ready: ['readyWarn', 'readyLate'],
};

/** The groups of limits that are not ascending, by the values in force at a place. */
export function limitsOutOfOrder(inForce: (key: SettingKey) => SettingValue): LimitsOutOfOrder[] {
  return (Object.keys(LADDERS) as LimitsOutOfOrder[]).filter((kind) => {
    const values = LADDERS[kind].map((key) => Number(inForce(key)));
    return values.some((value, index) => value > (values[index + 1] ?? Number.POSITIVE_INFINITY));
  });
}
