import type { IncomingMessage } from 'node:http';
import type { ScreenView } from '../../contract/constants';
import type { HandshakeCode } from '../../contract/live';
import { COMMAND } from '../../lib/release';
import { firstOf } from '../../lib/text';
import type { Author } from '../audit/entry';
import type { Core } from '../core';
import { addressOf } from '../http/peer';
import { invalid, Problem } from '../http/reply';
import { branchesOfManager, managerOf } from '../people/people';
import type { Screen } from '../screens/screens';
import { cookieToken, hashToken } from '../session/screen-token';
import type { Manager } from '../session/session-cookie';
import type { Sql } from '../storage/database';

/** Who sent a request, and the branches they may see: a screen that is not revoked, or a signed-in manager. */
export type Viewer = { branches: readonly number[] } & (
  | { screen: Screen; manager: null }
  | { screen: null; manager: Manager }
);

export type EndpointAccess = {
  views: readonly ScreenView[];
  /** By default managers may use an endpoint for their branches; this limits it to owners, or to screens. */
  managers?: 'owners' | 'none';
};

/** The reply of a node that may lack what other nodes have changed. */
export const CUT_OFF = new Problem(
  503,
  'This server does not reach the database, which other servers use. Try again.',
  { code: 'unavailable' },
);

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/**
 * Identifies the sender of a request by its bearer token, else by its cookies. With cookies of a screen and of a manager,
 * the screen counts if it may use the endpoint for that branch, else the manager, as in the handshake of a socket.
 * @param branch the branch in the query, if there is one
 * @throws Problem 401 for an unknown sender, 403 for one that may not use the endpoint
 */
export async function viewerOf(
  request: IncomingMessage,
  deps: Core,
  access: EndpointAccess,
  branch: number | null = null,
): Promise<Viewer> {
  const bearer = bearerToken(request);
  if (bearer !== null) return admitScreen(screenOf(bearer, deps), access, deps);
  const manager = managerOf(request, deps);
  const cookie = cookieToken(request.headers.cookie);
  if (manager === null) {
    if (cookie !== null) return admitScreen(screenOf(cookie, deps), access, deps);
    throw unknown('no-token', `Identify yourself: Authorization: Bearer <token>, printed by ${COMMAND} screen add …`);
  }
  const screen = cookie === null ? undefined : deps.screens().get(hashToken(cookie));
  const isForBranch = screen && (branch === null || screen.branches.includes(branch));
  if (isForBranch && screen.revokedAt === null && access.views.includes(screen.view))
    return admitScreen(screen, access, deps);
  return admitManager(manager, access, deps);
}

/** @throws Problem 401 */
function screenOf(token: string, deps: Core): Screen {
  const screen = deps.screens().get(hashToken(token));
  if (!screen) throw unknown('unknown', 'This token is unknown.');
  if (screen.revokedAt !== null) throw unknown('revoked', 'This screen was revoked. Add it again.');
  return screen;
}

/** Uses the codes of a refused handshake, because a screen without a socket polls over HTTP. */
function unknown(code: HandshakeCode, detail: string): Problem {
  return new Problem(401, detail, { headers: CHALLENGE, code });
}

/** @throws Problem 403 */
function admitScreen(screen: Screen, { views }: EndpointAccess, deps: Core): Viewer {
  screen.lastSeenAt = deps.now();
  if (views.includes(screen.view)) return { screen, manager: null, branches: screen.branches };
  const others = views.length === 0 ? 'managers' : views.join(', ');
  throw new Problem(403, `A screen of view ${screen.view} may not see this; ${others} may.`, { code: 'view' });
}

/** @throws Problem 403 */
function admitManager(manager: Manager, { managers }: EndpointAccess, deps: Core): Viewer {
  if (managers === 'none') throw new Problem(403, 'Only a screen may do this: pair one.', { code: 'view' });
  if (managers === 'owners') requireOwner(manager);
  return { screen: null, manager, branches: branchesOfManager(manager, deps) };
}

/** @throws Problem 403 for a manager who is not an owner */
export function requireOwner(manager: Manager): void {
  if (manager.role !== 'owner') throw new Problem(403, 'Only an owner may do this.', { code: 'owner' });
}

/** @throws Problem 403 if one of these branches is not the viewer's; an owner may name branches that do not exist yet */
export function requireBranches({ manager, branches }: Viewer, wanted: readonly number[]): void {
  const other = manager?.role === 'owner' ? undefined : wanted.find((branch) => !branches.includes(branch));
  if (other !== undefined) throw new Problem(403, `Branch ${other} is not yours.`, { code: 'branch' });
}

/**
 * The parts of the server for a change of the configuration. Checks the rights of its sender now, and again in the turn of
 * the change, in which they may have fewer. @throws what `check` throws
 */
export function checkedInTurn<Deps extends Pick<Core, 'lockConfig'>>(deps: Deps, check: () => void): Deps {
  check();
  return {
    ...deps,
    async lockConfig(sql: Sql) {
      await deps.lockConfig(sql);
      check();
    },
  };
}

/** The answer about a branch outside those of the viewer: 404 to a manager of every branch, for whom it does not exist; else 403. */
export function notTheirs({ screen, manager }: Viewer, branch: number): Problem {
  if (manager?.branches === null)
    return new Problem(404, `There is no branch ${branch}, or it waits to be taken.`, { code: 'branch' });
  return new Problem(403, `Branch ${branch} is not ${screen ? "this screen's" : 'yours'}.`, { code: 'branch' });
}

/** The requested branch, or the only one of the viewer. @throws Problem 400 without one, 403 or 404 for another one */
export function branchFor(viewer: Viewer, requested: number | undefined): number {
  const { screen, branches } = viewer;
  if (requested !== undefined) {
    if (!branches.includes(requested)) throw notTheirs(viewer, requested);
    return requested;
  }
  const [only] = branches;
  if (only === undefined || branches.length > 1) {
    const has = screen ? 'this screen has branches' : 'you have branches';
    const message =
      only === undefined ? 'cannot be given: there is no branch yet' : `must be given: ${has} ${firstOf(branches)}`;
    throw invalid([{ parameter: 'branch', message }]);
  }
  return only;
}

/** Whether a viewer may see data that belongs to no branch, which only viewers of every branch may. */
export function seesAll({ boards }: Core, { branches }: Pick<Viewer, 'branches'>): boolean {
  const own = new Set(branches);
  return boards.taken().every(({ row }) => own.has(row.number));
}

/** A viewer as the audit log names them. */
export function authorOf({ screen, manager }: Viewer, request: IncomingMessage, { config }: Core): Author {
  // A screen may have the name of a manager.
  const via = bearerToken(request) !== null ? 'api' : screen ? 'screen' : 'page';
  return { by: screen?.name ?? manager?.name ?? null, via, address: addressOf(request, config) };
}

/** The bearer token of a request; null without one. */
export function bearerToken(request: IncomingMessage): string | null {
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
