import type { IncomingMessage } from 'node:http';
import type { Core } from '../core';
import type { Screen, ScreenView } from '../screens/screens';
import { cookieToken, hashToken } from '../session/screen-token';
import { Problem } from './problem';

/** Who asks: a screen that is known and not revoked. */
export type Viewer = { screen: Screen };

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** The screen behind a request's bearer token or cookie. @throws Problem 401 */
export function viewerOf(request: IncomingMessage, core: Core): Viewer {
  const token = bearerToken(request) ?? cookieToken(request.headers.cookie);
  if (token === null) {
    throw new Problem(401, 'Say who asks: Authorization: Bearer <token>, from `heatlamp screen add`.', [], CHALLENGE);
  }
  const screen = core.screens().get(hashToken(token));
  if (!screen) throw new Problem(401, 'This token is not known here.', [], CHALLENGE);
  if (screen.revokedAt !== null)
    throw new Problem(401, 'This screen was revoked. Add it again to let it in.', [], CHALLENGE);
  screen.lastSeenAt = core.now();
  return { screen };
}

/** Refuses a screen whose view has no business here. @throws Problem 403 */
export function requireView({ screen }: Viewer, views: readonly ScreenView[]): void {
  if (!views.includes(screen.view))
    throw new Problem(
      403,
      `A screen of view ${screen.view} may not see this; ${views.join(', ')} may.`,
      [],
      {},
      'view',
    );
}

/** The branch that is asked for, or the only one that the viewer has. @throws Problem 400, 403 */
export function branchFor({ screen }: Viewer, asked: number | undefined): number {
  if (asked !== undefined) {
    if (!screen.branches.includes(asked)) throw new Problem(403, `Branch ${asked} is not this screen's.`);
    return asked;
  }
  const [only] = screen.branches;
  if (only === undefined || screen.branches.length > 1) {
    const message = `must be given: this screen has branches ${screen.branches.join(', ')}`;
    throw new Problem(400, 'Which branch?', [{ parameter: 'branch', message }]);
  }
  return only;
}

function bearerToken(request: IncomingMessage): string | null {
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
