import type { ProvisionalBranches } from '../../contract/branches';
import type { SettingAt, SettingChanged, SettingKey, SettingsOfPlace, SettingValue } from '../../contract/settings';
import { fetchAsManager, readAsManager } from '../manager/fetch-as-manager';

const PATIENCE_MS = 8_000;
/** A change of the calendar recomputes the days of the whole history. */
const PATIENCE_WITH_HISTORY_MS = 120_000;

/** Reasons that pages put into words; others have those of the server. */
const CODES = ['time-zone', 'cut-off', 'value', 'branch', 'owner', 'unavailable'] as const;
export type RefusalCode = (typeof CODES)[number];

/** Outcome of a change. */
export type Posted<Answer> =
  | { is: 'set'; answer: Answer }
  /** Somebody else changed it first; nothing was saved. */
  | { is: 'changed-meanwhile' }
  | { is: 'refused'; why: string; code: RefusalCode | null }
  | { is: 'unreachable' };

/** Fetches the settings of a scope; null without an answer. */
export function settingsOverHttp({ branch, course }: SettingAt): Promise<SettingsOfPlace | null> {
  const query = new URLSearchParams();
  if (branch !== null) query.set('branch', String(branch));
  if (course !== null) query.set('course', String(course));
  return readAsManager<SettingsOfPlace>(`/api/v1/settings?${query}`, 'settings');
}

/** Sets a value for a scope, or removes it if null; only if `after` is still its latest change. */
export type SettingWish = SettingAt & { key: SettingKey; value: SettingValue | null; after: number | null };

export function postSetting(wish: SettingWish): Promise<Posted<SettingChanged>> {
  return post('/api/v1/settings', wish, PATIENCE_MS);
}

export type BranchWish = { name?: string; timeZone?: string; cutOff?: string };

export function postBranch(number: number, wish: BranchWish): Promise<Posted<unknown>> {
  return post(`/api/v1/branches/${number}`, wish, PATIENCE_WITH_HISTORY_MS);
}

/** F25: the branches that wait to be taken; null without an answer. */
export function provisionalOverHttp(): Promise<ProvisionalBranches | null> {
  return readAsManager<ProvisionalBranches>('/api/v1/provisional-branches', 'branches');
}

export function postProvisional(number: number, what: 'take' | 'remove'): Promise<Posted<unknown>> {
  return post(`/api/v1/branches/${number}/${what}`, {}, PATIENCE_MS);
}

async function post<Answer>(path: string, body: object, patienceMs: number): Promise<Posted<Answer>> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetchAsManager(path, { method: 'POST', headers, body: JSON.stringify(body), patienceMs });
  if (!response) return { is: 'unreachable' };
  if (response.status === 409) return { is: 'changed-meanwhile' };
  const answer = (await response.json().catch(() => null)) as object | null;
  if (answer === null) return { is: 'unreachable' };
  if (response.ok) return { is: 'set', answer: answer as Answer };
  const { detail = response.status, code } = answer as { detail?: unknown; code?: unknown };
  return { is: 'refused', why: String(detail), code: CODES.find((each) => each === code) ?? null };
}
