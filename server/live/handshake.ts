import type { IncomingHttpHeaders } from 'node:http';
import type { DefaultEventsMap, Socket } from 'socket.io';
import { LIVE_CONTRACT } from '../../contract/constants';
import { type HandshakeCode, handshakeShape, type ScreenToServer, type ServerToScreen } from '../../contract/live';
import { isSame } from '../../lib/collections';
import { firstOf } from '../../lib/text';
import type { Boards } from '../board/boards';
import { branchesOfManager, type People, type Session, sessionFromCookies } from '../people/people';
import type { Entered } from '../screens/presence';
import { ownScreen, type Screen } from '../screens/screens';
import { cookieToken, hashToken } from '../session/screen-token';
import type { Audience } from './live-board';

/** Set during the handshake. */
export type SocketData = {
  watcher: Watcher;
  branch: number;
  audience: Audience;
  /** The presence of a screen; null for a manager. */
  entered: Entered | null;
};

/** The socket of a screen, or of a manager's page. */
export type ScreenSocket = Socket<ScreenToServer, ServerToScreen, DefaultEventsMap, SocketData>;

/** The owner of a socket: a screen, or a manager with a session. */
export type Watcher = { screen: Screen; session: null } | { screen: null; session: Session };

type Admitted =
  | { admitted: true; watcher: Watcher; branch: number }
  | { admitted: false; code: HandshakeCode; message: string };

/** The parts of the server that decide about access. */
export type HandshakeDeps = {
  /** By the hash of their token. */
  screens: () => ReadonlyMap<string, Screen>;
  people: () => People;
  sessionSecret: string;
  boards: Boards;
  /** Server time, epoch ms. */
  now: () => number;
};

/**
 * Identifies the owner of a socket and its branch, which later messages cannot change. Without a token, the cookie of a
 * screen counts, then that of a manager.
 */
export function admit(auth: unknown, headers: IncomingHttpHeaders, deps: HandshakeDeps): Admitted {
  const parsed = handshakeShape.safeParse(auth ?? {});
  if (!parsed.success) {
    const members = parsed.error.issues.map(({ path }) => path.join('.') || 'auth').join(', ');
    return refused('too-old', `The handshake is not of the documented shape (${members}): reload this screen.`);
  }
  const { token, branch, contract = LIVE_CONTRACT } = parsed.data;
  if (contract !== LIVE_CONTRACT) return refused('too-old', 'This screen is of another version: reload it.');
  const asScreen = admitScreen(token ?? cookieToken(headers.cookie), branch, deps);
  if (asScreen.admitted || token !== undefined) return asScreen;
  const session = sessionFromCookies(headers.cookie, deps);
  if (session === null) return asScreen;
  const branches = branchesOfManager(session.manager, deps);
  return admitTo(branches, branch, 'You have', 'yours', { screen: null, session });
}

function admitScreen(token: string | null, branch: number | undefined, deps: HandshakeDeps): Admitted {
  if (token === null || token === '') return refused('no-token', 'This screen is not paired.');
  const screen = deps.screens().get(hashToken(token));
  if (!screen) return refused('unknown', 'This screen is unknown: pair it again.');
  if (screen.revokedAt !== null) return refused('revoked', 'This screen was revoked: pair it again.');
  return admitTo(screen.branches, branch, 'This screen has', "this screen's", { screen, session: null });
}

function admitTo(
  branches: readonly number[],
  requested: number | undefined,
  has: string,
  whose: string,
  watcher: Watcher,
): Admitted {
  const wanted = requested ?? (branches.length === 1 ? branches[0] : undefined);
  if (wanted === undefined) return refused('branch', `${has} several branches: choose one of ${firstOf(branches)}.`);
  if (!branches.includes(wanted)) return refused('branch', `Branch ${wanted} is not ${whose}.`);
  return { admitted: true, watcher, branch: wanted };
}

/** Whether a watcher may still see the branch: not revoked, not signed out, and with the right to see it. */
export function mayStillWatch(watcher: Watcher, branch: number, deps: HandshakeDeps): boolean {
  if (watcher.screen) {
    const screen = deps.screens().get(watcher.screen.tokenHash);
    return screen !== undefined && screen.revokedAt === null && screen.branches.includes(branch);
  }
  const session = deps.people().sessions.get(watcher.session.token);
  if (!session || session.expiresAt <= deps.now()) return false;
  return branchesOfManager(session.manager, deps).includes(branch);
}

/** Whether a screen is another one than when its socket was admitted: its view, its name or its limits. */
export function hasChanged({ screen }: Watcher, { screens }: Pick<HandshakeDeps, 'screens'>): boolean {
  if (screen === null) return false;
  const now = screens().get(screen.tokenHash);
  return now !== undefined && !isSame(ownScreen(now), ownScreen(screen));
}

function refused(code: HandshakeCode, message: string): Admitted {
  return { admitted: false, code, message };
}
