import type { SettingAt, SettingChanged, SettingKey, SettingsOfPlace, SettingValue } from '../../contract/settings';

const PATIENCE_MS = 8_000;
/** A change of the calendar recomputes the days of the whole history. */
const PATIENCE_WITH_HISTORY_MS = 120_000;

/** Outcome of a change. */
export type Posted<Answer> =
  | { is: 'set'; answer: Answer }
  /** Somebody else changed it first; nothing was saved. */
  | { is: 'changed-meanwhile' }
  | { is: 'refused'; why: string }
  | { is: 'unreachable' };

/** Fetches the settings of a scope; null without an answer. */
export async function settingsOverHttp({ branch, course }: SettingAt): Promise<SettingsOfPlace | null> {
  const query = new URLSearchParams();
  if (branch !== null) query.set('branch', String(branch));
  if (course !== null) query.set('course', String(course));
  try {
    const answer = await fetch(`/api/v1/settings?${query}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok ? ((await answer.json()) as SettingsOfPlace) : null;
  } catch {
    return null;
  }
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

async function post<Answer>(path: string, body: object, patienceMs: number): Promise<Posted<Answer>> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.status === 401) signInAgain();
    if (answer.ok) return { is: 'set', answer: (await answer.json()) as Answer };
    if (answer.status === 409) return { is: 'changed-meanwhile' };
    return { is: 'refused', why: ((await answer.json()) as { detail?: string }).detail ?? String(answer.status) };
  } catch {
    return { is: 'unreachable' };
  }
}

function signInAgain(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/login?${new URLSearchParams({ next: here })}`);
}
