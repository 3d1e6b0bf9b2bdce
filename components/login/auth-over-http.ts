import { goToSignIn } from '../manager/fetch-as-manager';

/** Reasons for refusing a sign-in (contract, HTTP: the codes of the problems). */
export type Trouble =
  | { kind: 'wrong' | 'busy' | 'link' | 'tooShort' | 'tooLong' | 'empty' | 'address' | 'unreachable' | 'broken' }
  | { kind: 'code' | 'expired' | 'exists' | 'owner' | 'name' }
  | { kind: 'tooMany'; seconds: number };

export type Answered<Value> = { ok: true; value: Value } | { ok: false; trouble: Trouble };

type SignedIn = { manager: { name: string } };
/** The password was right, and a code of the second factor has to follow. */
type Asked = { challenge: string };
export type SignInReply = SignedIn | Asked;

export const signIn = (name: string, password: string) => post<SignInReply>('sign-in', { name, password }, 'wrong');
/** The user of a link. */
export const lookAtLink = (token: string) => post<{ name: string }>('link', { token }, 'link');
export const setPassword = (token: string, password: string) =>
  post<SignInReply>('set-password', { token, password }, 'link');
/** Whether the link that Heatlamp printed at its start is open. */
export const lookAtSetUpLink = (token: string) => post<{ isOpen: true }>('set-up/link', { token }, 'link');
export const addFirstOwner = (token: string, name: string, password: string) =>
  post<SignedIn>('set-up', { token, name, password }, 'tooLong');
export const sendCode = (challenge: string, code: string) =>
  post<SignedIn>('second-factor', { challenge, code }, 'code');
export const beginSecondFactor = (password: string) =>
  post<{ address: string }>('second-factor/begin', { password }, 'wrong');
export const confirmSecondFactor = (code: string) =>
  post<{ backupCodes: string[] }>('second-factor/confirm', { code }, 'code');
export const removeSecondFactor = (code: string) => post<object>('second-factor/remove', { code }, 'code');
export const signOut = (everywhere: boolean) => post<object>('sign-out', { everywhere }, 'broken');

type Kind = Exclude<Trouble['kind'], 'tooMany'>;

/** Codes of problems whose status has several meanings. */
const BY_CODE: Record<string, Kind> = {
  ...{ code: 'code', challenge: 'expired', exists: 'exists', owner: 'owner', name: 'name' },
};
const KINDS: Record<number, Kind> = {
  401: 'wrong',
  403: 'address',
  410: 'link',
  503: 'busy',
};
/** Input longer than the server accepts is never valid. */
const TOO_LONG = [400, 413];
const WAIT_SECONDS = 60;
/** Longer than for other requests: passwords are hashed two at a time. */
const PATIENCE_MS = 15_000;

async function post<Value>(what: string, body: object, ifTooLong: Kind): Promise<Answered<Value>> {
  try {
    const answer = await fetch(`/api/auth/${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.ok) return { ok: true, value: (await answer.json()) as Value };
    if (answer.status !== 429) {
      const { code = '' } = (await answer.json().catch(() => ({}))) as { code?: string };
      if (code === 'no-session') goToSignIn();
      const byStatus = TOO_LONG.includes(answer.status) ? ifTooLong : KINDS[answer.status];
      return { ok: false, trouble: { kind: BY_CODE[code] ?? byStatus ?? 'broken' } };
    }
    const seconds = Number(answer.headers.get('retry-after')) || WAIT_SECONDS;
    return { ok: false, trouble: { kind: 'tooMany', seconds } };
  } catch {
    return { ok: false, trouble: { kind: 'unreachable' } };
  }
}
