import type { SettingSource, SettingStanding } from '../contract/branches';
import {
  type PreparationUnit,
  SETTINGS,
  type SettingAt,
  type SettingDefinition,
  type SettingKey,
  type SettingRow,
  type SettingValue,
  type UnitVotes,
} from '../contract/settings';
import { fitsLine, withoutCase } from '../lib/text';
import { HOUR_MS, MINUTE_MS } from '../lib/time';
import type { Limits } from './limits';
import { agreedUnit } from './preparation-unit';
import { NO_SERVICE, readOpeningHours, readServices } from './services';
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

/** A group of limits that must be ascending. */
export type LimitsOutOfOrder = 'percent' | 'fallback' | 'ready';

const LADDERS: Record<LimitsOutOfOrder, readonly SettingKey[]> = {
  percent: ['warnPercent', 'latePercent', 'veryLatePercent'],
  fallback: ['fallbackWarn', 'fallbackLate', 'fallbackVeryLate'],
  ready: ['readyWarn', 'readyLate'],
};

type ReadSetting = { ok: true; value: SettingValue } | { ok: false; why: string };

/** Parses the text that a user typed into a setting's value; `why` completes the sentence "<key> …". */
export function readSetting(key: SettingKey, text: string): ReadSetting {
  const definition: SettingDefinition = SETTINGS[key];
  const typed = text.trim();
  switch (definition.kind) {
    case 'number':
      return readNumber(typed, definition.least, definition.most);
    case 'off or minutes':
      return typed === 'off' ? { ok: true, value: typed } : readNumber(typed, 0, definition.most, 'off, or ');
    case 'off or days':
      return typed === 'off' || typed === '0' ? { ok: true, value: 'off' } : readDays(typed, definition.most);
    case 'one of':
      return definition.options.includes(typed)
        ? { ok: true, value: typed }
        : { ok: false, why: `must be one of ${definition.options.join(', ')}` };
    case 'services':
      return readDistinctServices(typed);
    case 'opening hours':
      return typed === 'services' || typed === 'always' || readOpeningHours(typed)
        ? { ok: true, value: typed }
        : { ok: false, why: 'must be services, always, or hours such as 10:00-23:30' };
    case 'pin':
      return typed === 'off' || /^\d{4,8}$/.test(typed)
        ? { ok: true, value: typed }
        : { ok: false, why: 'must be off, or 4 to 8 digits' };
    case 'header prefix':
      return readHeaderPrefix(typed);
  }
}

/** Room for dozens of services: every screen and page gets them. */
const MAX_SERVICES_LENGTH = 1_000;

/** Stricter than `readServices`, because filters ignore the case of a name, and two services cannot begin at once. */
function readDistinctServices(typed: string): ReadSetting {
  if (!fitsLine(typed, MAX_SERVICES_LENGTH))
    return { ok: false, why: `must be one line of at most ${MAX_SERVICES_LENGTH} characters` };
  const services = readServices(typed);
  if (!services) return { ok: false, why: 'must be names and starts, such as: lunch 11:00, dinner 16:00' };
  const names = new Set(services.map(({ name }) => withoutCase(name)));
  if (names.has(withoutCase(NO_SERVICE)))
    return {
      ok: false,
      why: `must not name a service ${NO_SERVICE}: courses before the first service are called that`,
    };
  if (names.size < services.length) return { ok: false, why: 'must have names that differ in more than their case' };
  if (new Set(services.map(({ startMinute }) => startMinute)).size < services.length)
    return { ok: false, why: 'must not have two services with the same start' };
  return { ok: true, value: typed };
}

/** Accepts `X-Brand` and `Any` too, because a wrong prefix would reject every delivery. */
function readHeaderPrefix(typed: string): ReadSetting {
  const prefix = typed.toLowerCase().replace(/^x-/, '');
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(prefix)
    ? { ok: true, value: prefix }
    : { ok: false, why: 'must be any, or the name between X- and -Signature' };
}

function readNumber(typed: string, least: number, most: number, or = ''): ReadSetting {
  const value = /^(?:\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
  return value >= least && value <= most
    ? { ok: true, value }
    : { ok: false, why: `must be ${or}a number from ${least} to ${most}` };
}

function readDays(typed: string, most: number): ReadSetting {
  const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return value >= 1 && value <= most
    ? { ok: true, value }
    : { ok: false, why: `must be off, or a whole number of days from 1 to ${most}` };
}

/** The value in force: the course's, else the branch's, else the one for everywhere, else the default. */
export function settingFor(
  rows: readonly SettingRow[],
  key: SettingKey,
  branch: number | null,
  course: number | null = null,
): SettingValue {
  const own = rows.filter((row) => row.key === key);
  const find = (ofBranch: number | null, ofCourse: number | null) =>
    own.find((row) => row.branch === ofBranch && row.course === ofCourse);
  const found =
    (course !== null && find(branch, course)) || (branch !== null && find(branch, null)) || find(null, null);
  return found ? found.value : SETTINGS[key].default;
}

/** The limits of a course of a branch (F11). */
export function limitsFor(rows: readonly SettingRow[], branch: number, course: number): Limits {
  const number = (key: SettingKey) => Number(settingFor(rows, key, branch, course));
  return {
    warnPercent: number('warnPercent'),
    latePercent: number('latePercent'),
    veryLatePercent: number('veryLatePercent'),
    fallbackWarnMs: number('fallbackWarn') * MINUTE_MS,
    fallbackLateMs: number('fallbackLate') * MINUTE_MS,
    fallbackVeryLateMs: number('fallbackVeryLate') * MINUTE_MS,
    readyWarnMs: number('readyWarn') * MINUTE_MS,
    readyLateMs: number('readyLate') * MINUTE_MS,
    counterPresumedMs: number('counterPresumed') * MINUTE_MS,
    tablePresumedMs: number('tablePresumed') * MINUTE_MS,
    followedPresumedMs: number('followedPresumed') * MINUTE_MS,
    autoCloseMs: number('autoCloseHours') * HOUR_MS,
    claimHoldsMs: number('claimHolds') * MINUTE_MS,
    collectedClosesMs: number('collectedCloses') * MINUTE_MS,
    turnOverMs: number('turnOver') * MINUTE_MS,
  };
}

/** The unit that is set for a branch; null for auto (F12). */
export function settledUnit(rows: readonly SettingRow[], branch: number): PreparationUnit | null {
  const unit = settingFor(rows, 'posTimeUnit', branch);
  return unit === 'seconds' || unit === 'minutes' || unit === 'milliseconds' ? unit : null;
}

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

/** The groups of limits that are not ascending, by the values in force at a place. */
export function limitsOutOfOrder(inForce: (key: SettingKey) => SettingValue): LimitsOutOfOrder[] {
  return (Object.keys(LADDERS) as LimitsOutOfOrder[]).filter((kind) => {
    const values = LADDERS[kind].map((key) => Number(inForce(key)));
    return values.some((value, index) => value > (values[index + 1] ?? Number.POSITIVE_INFINITY));
  });
}

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
