import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Role } from '../../contract/constants';
import type { RunningServer } from './running-server';

export const PASSWORD = 'a lamp above the pass';

/** Adds a manager with an unused link. Returns the link's token. */
export async function addManager(
  server: RunningServer,
  { name = 'anna', role = 'manager', branches = null }: { name?: string; role?: Role; branches?: number[] | null } = {},
): Promise<string> {
  const { link } = await server.command<{ link: string }>('manager add', { name, role, branches });
  return link.slice(link.indexOf('#') + 1);
}

/** Posts to a path as a page of this server does. */
export function postAuth(
  server: RunningServer,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** The cookies that an answer sets, as the browser sends them back. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}

/** Adds a manager, sets a password and signs in. Returns the `Cookie` header of the browser. */
export async function signedIn(server: RunningServer, wanted: Parameters<typeof addManager>[1] = {}): Promise<string> {
  const token = await addManager(server, wanted);
  const answer = await postAuth(server, '/api/auth/set-password', { token, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`);
  return cookiesOf(answer);
}

/** The code that an authenticator app shows at an instant (epoch ms). */
export function appCode(secret: string, at: number): Promise<string> {
  return createOTP(secret).hotp(Math.floor(at / 30_000));
}

/** The secret in the address that a QR code shows. */
export function secretIn(address: string): string {
  return new TextDecoder().decode(base32.decode(new URL(address).searchParams.get('secret') ?? ''));
}

/** Adds a manager who is signed in and has an authenticator app. */
export async function withSecondFactor(
  server: RunningServer,
  wanted: Parameters<typeof addManager>[1] = {},
): Promise<{ cookie: string; secret: string; backupCodes: string[] }> {
  const cookie = await signedIn(server, wanted);
  const post = async (what: string, body: object) =>
    (await postAuth(server, `/api/auth/second-factor/${what}`, body, { Cookie: cookie })).json();
  const { address } = (await post('begin', { password: PASSWORD })) as { address: string };
  const secret = secretIn(address);
  const confirmed = await post('confirm', { code: await appCode(secret, server.core.now()) });
  const { backupCodes } = confirmed as { backupCodes: string[] };
  return { cookie, secret, backupCodes };
}
