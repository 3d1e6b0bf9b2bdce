import type { Role } from '../session/manager';
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
