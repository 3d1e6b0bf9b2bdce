import type { SettingChanged } from '../../contract/branches';
import { isSettingKey, SETTING_KEYS, SETTINGS, type SettingKey, type SettingRow } from '../../contract/settings';
import { createSettings, readSetting, type Settings } from '../../domain/settings';
import { type Author, applyAuditedChange, COMMAND_LINE } from '../audit/entry';
import type { Boards } from '../board/boards';
import { keepDays } from '../board/load-branch';
import { branchNow, recomputeAll } from '../board/recompute';
import type { BoardCommand, ConfigChangeDeps, Stages } from '../board/stages';
import { type BranchRow, settingRows, settingValue } from '../sql/branches';
import type { Statements } from '../sql/statements';
import type { Sql } from '../storage/database';
import { UserError } from '../user-error';

/** What commands about settings and branches need. */
export type SettingsDeps = ConfigChangeDeps & { settings: Settings; boards: Boards; now: () => number };

/** The place of a setting: everywhere, a branch, or a course of a branch. */
type SettingPlace = { branch?: number | undefined; course?: number | undefined };

const COURSE_NEEDS_BRANCH = 'branch must be given with course: courses are numbered per branch';

/**
 * With a branch: the values in force there. Without: the value of every setting for all branches, and all narrower
 * values. @throws UserError
 */
export function listSettings(deps: SettingsDeps, place: SettingPlace): SettingRow[] {
  if (place.course !== undefined && place.branch === undefined) throw new UserError(COURSE_NEEDS_BRANCH);
  if (place.branch !== undefined) {
    knownBranch(deps, place.branch);
    return SETTING_KEYS.map((key) => inForce(deps, key, place));
  }
  const everywhere = SETTING_KEYS.map((key) => ({
    key,
    value: deps.settings.value(key, null),
    branch: null,
    course: null,
  }));
  const narrower = deps.settings.rows().filter((row) => row.branch !== null);
  return [...everywhere, ...narrower];
}

/** The value in force at a place. Its branch and course are null if the setting cannot differ between them. */
function inForce(deps: SettingsDeps, key: SettingKey, place: SettingPlace): SettingRow {
  const { scope } = SETTINGS[key];
  const branch = scope === 'everywhere' ? null : (place.branch ?? null);
  const course = scope === 'course' ? (place.course ?? null) : null;
  return { key, value: deps.settings.value(key, branch, course), branch, course };
}

/** The value of a setting that is in force at a place. @throws UserError */
export function getSetting(deps: SettingsDeps, key: string, place: SettingPlace): SettingRow {
  const { key: known, branch, course } = checkPlace(deps, key, place);
  return { key: known, value: deps.settings.value(known, branch, course), branch, course };
}

type SettingOptions = {
  author?: Author | undefined;
  /** The id of the newest change that the user has seen of this setting at this place; null for none. */
  after?: number | null | undefined;
};

/**
 * Sets a value, which applies to all boards at once; null removes the value of the place. Adds a row and changes none,
 * so that the history of values is kept. @throws UserError, with the code `changed` if another user changed it meanwhile
 */
export async function setSetting(
  deps: SettingsDeps,
  key: string,
  text: string | null,
  place: SettingPlace,
  { author = COMMAND_LINE, after }: SettingOptions = {},
): Promise<SettingChanged> {
  const { key: known, branch, course } = checkPlace(deps, key, place);
  const read = text === null ? ({ ok: true, value: null } as const) : readSetting(known, text);
  if (!read.ok) throw new UserError(`${key} ${read.why}`, 'value');

  const change: BoardCommand<Pick<SettingChanged, 'change' | 'own' | 'before'>> = async (sql, stages) => {
    const last = await sql.setting.findFirst({ where: { key: known, branch, course }, orderBy: { id: 'desc' } });
    if (after !== undefined && after !== (last?.id ?? null))
      throw new UserError(`${key} was changed meanwhile${last?.setBy ? ` by ${last.setBy}` : ''}`, 'changed');
    const { id } = await sql.setting.create({
      data: { key: known, branch, course, value: JSON.stringify(read.value), setAt: deps.now(), setBy: author.by },
    });
    const settings = createSettings(await loadSettings(sql));
    await recomputeBoards(sql, deps, branch, settings, stages);
    return { change: id, own: read.value, before: last ? settingValue(last.value) : null };
  };
  const changed = await applyAuditedChange(deps, change, author, ({ own, before }) => ({
    ...{ action: 'setting', subject: known, branch, course },
    before: before === null ? null : { value: before },
    after: own === null ? null : { value: own },
  }));
  return { setting: { key: known, value: deps.settings.value(known, branch, course), branch, course }, ...changed };
}

/** Computes the boards of a branch, or of all, with these settings, and stages the result. */
export async function recomputeBoards(
  sql: Statements,
  deps: SettingsDeps,
  branch: number | null,
  settings: Settings,
  stages: Stages,
): Promise<void> {
  // Another node may have made a branch that is not in memory yet. Until the end of this transaction none makes one.
  if (branch === null) await deps.boards.follow(sql, null);
  const numbers = deps.boards
    .branches()
    .flatMap(({ row }) => (branch === null || row.number === branch ? row.number : []));
  const locked = (await stages.lock(sql, numbers)).filter((number) => deps.boards.branch(number));
  const days = locked.map((number) => {
    const staged = stages.of(number);
    return { staged, state: staged.before, row: staged.row, now: branchNow(staged, deps.now()) };
  });
  // With another time zone or cut-off, the business day may have begun earlier.
  await keepDays(sql, days, settings);
  for (const { staged, now } of days) recomputeAll(staged, settings, now);
}

type KnownPlace = { key: SettingKey; branch: number | null; course: number | null };

/** @throws UserError for a setting or a branch that does not exist, and for a place that the setting cannot have */
function checkPlace(deps: SettingsDeps, key: string, place: SettingPlace): KnownPlace {
  if (!isSettingKey(key)) throw new UserError(`there is no setting ${key}: see setting list`);
  const { scope } = SETTINGS[key];
  const branch = place.branch ?? null;
  const course = place.course ?? null;
  if (branch !== null && scope === 'everywhere')
    throw new UserError(`${key} is the same for all branches: omit the branch`);
  if (course !== null && scope !== 'course')
    throw new UserError(`${key} cannot differ between courses: omit the course`);
  if (course !== null && branch === null) throw new UserError(COURSE_NEEDS_BRANCH);
  if (branch !== null) knownBranch(deps, branch);
  return { key, branch, course };
}

/** @throws UserError for a branch that does not exist */
export function knownBranch({ boards }: { boards: Boards }, number: number): BranchRow {
  const row = boards.branch(number)?.row;
  if (!row) throw new UserError(`there is no branch ${number}`, 'unknown');
  return row;
}

/** The newest value of each key and place. */
export async function loadSettings({ setting }: Pick<Sql, 'setting'>): Promise<SettingRow[]> {
  return settingRows(await setting.findMany({ distinct: ['key', 'branch', 'course'], orderBy: { id: 'desc' } }));
}
