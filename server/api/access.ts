import type { IncomingMessage } from 'node:http';
import type { HandshakeCode, ScreenView } from '../../contract/live';
import type { Core } from '../core';
import { Problem } from '../http/problem';
import { branchesOfManager, managerOf } from '../people/people';
import type { Screen } from '../screens/screens';
import type { Manager } from '../session/manager';
import { cookieToken, hashToken } from '../session/screen-token';

/** Who asks, and of which branches they may: a screen that is known and not revoked, or a manager who is signed in. */
export type Viewer = { branches: readonly number[] } & (
  | { screen: Screen; manager: null }
  | { screen: null; manager: Manager }
);

/** Who may ask for something. */
export type Admits = {
  views: readonly ScreenView[];
  /** Managers may ask for everything of their branches, unless this says owners only, or none of them. */
  managers?: 'owners' | 'none';
};

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/**
 * Who is behind a request: its bearer token, else its cookies. On a device that is both, the screen asks for what
 * screens may have in its branches, and the manager for the rest: as at a socket's handshake.
 * @param branch what is asked for, where that is a branch
 * @throws Problem 401 for who is not known, 403 for who has no business here
 */
export async function viewerOf(
  request: IncomingMessage,
  core: Core,
  admits: Admits,
  branch: number | null = null,
): Promise<Viewer> {
  const bearer = bearerToken(request);
  if (bearer !== null) return admitScreen(screenOf(bearer, core), admits, core);
  const manager = managerOf(request, core);
  const cookie = cookieToken(request.headers.cookie);
  if (manager === null) {
    if (cookie !== null) return admitScreen(screenOf(cookie, core), admits, core);
    throw unknown(
      'no-token',
      'Say who asks: Authorization: Bearer <token>, told by npm run -s heatlamp -- screen add …',
    );
  }
  const screen = cookie === null ? undefined : core.screens().get(hashToken(cookie));
  const mayAsk = screen && (branch === null || screen.branches.includes(branch));
  if (mayAsk && screen.revokedAt === null && admits.views.includes(screen.view))
    return admitScreen(screen, admits, core);
  return admitManager(manager, admits, core);
}

/** @throws Problem 401 */
function screenOf(token: string, core: Core): Screen {
  const screen = core.screens().get(hashToken(token));
  if (!screen) throw unknown('unknown', 'This token is not known here.');
  if (screen.revokedAt !== null) throw unknown('revoked', 'This screen was revoked. Add it again to let it in.');
  return screen;
}

/** With the code that a socket's handshake would be refused with: a screen may have nothing but HTTP left. */
function unknown(code: HandshakeCode, detail: string): Problem {
  return new Problem(401, detail, [], CHALLENGE, code);
}

/** @throws Problem 403 */
function admitScreen(screen: Screen, { views }: Admits, core: Core): Viewer {
  screen.lastSeenAt = core.now();
  if (views.includes(screen.view)) return { screen, manager: null, branches: screen.branches };
  const others = views.length === 0 ? 'managers' : views.join(', ');
  throw new Problem(403, `A screen of view ${screen.view} may not see this; ${others} may.`, [], {}, 'view');
}

/** @throws Problem 403 */
function admitManager(manager: Manager, { managers }: Admits, core: Core): Viewer {
  if (managers === 'none') throw new Problem(403, 'Only a screen may ask for this: pair one.', [], {}, 'view');
  if (managers === 'owners') requireOwner(manager);
  return { screen: null, manager, branches: branchesOfManager(manager, core) };
}

/** Refuses a manager who is no owner. @throws Problem 403 */
export function requireOwner(manager: Manager): void {
  if (manager.role !== 'owner') throw new Problem(403, 'Only an owner may do this.', [], {}, 'owner');
}

/** The branch that is asked for, or the only one that the viewer has. @throws Problem 400, 403 */
export function branchFor({ screen, branches }: Viewer, asked: number | undefined): number {
  const whose = screen ? "this screen's" : 'yours';
  if (asked !== undefined) {
    if (!branches.includes(asked)) throw new Problem(403, `Branch ${asked} is not ${whose}.`, [], {}, 'branch');
    return asked;
  }
  const [only] = branches;
  if (only === undefined || branches.length > 1) {
    const has = screen ? 'this screen has branches' : 'you have branches';
    const message =
      only === undefined ? 'cannot be asked for: there is none yet' : `must be given: ${has} ${branches.join(', ')}`;
    throw new Problem(400, 'Which branch?', [{ parameter: 'branch', message }]);
  }
  return only;
}

/** Whether a viewer may see what belongs to no branch: who has every branch there is. */
export function seesAll(core: Core, { branches }: Pick<Viewer, 'branches'>): boolean {
  return core.boards.branches().every(({ row }) => branches.includes(row.number));
}

function bearerToken(request: IncomingMessage): string | null {
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
