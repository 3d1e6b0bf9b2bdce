import type { IncomingMessage } from 'node:http';
import type { Role } from '../../contract/constants';
import type { Boards } from '../board/boards';
import { type Manager, readSigned, sessionToken, signatureOf } from '../session/session-cookie';
import { int } from '../sql/statements';
import type { Database } from '../storage/database';

const PURPOSE = 'link of the first owner';

/** The one-time link by which the first owner is made, printed at the start. It is stored nowhere. */
export type SetUpLink = {
  token: string;
  /** Whether this is the token of the link, which is open while there is no owner. */
  isOpen: (token: string) => boolean;
};

/** A manager as the database has them. */
export type KnownManager = Manager & {
  username: string;
  /** Server time, epoch ms. */
  createdAt: number;
  lastSignInAt: number | null;
  passwordSetAt: number | null;
  /** The open one-time link, by the hash of its token. */
  link: { hash: string; until: number } | null;
  /** How many recovery codes are left. */
  recoveryCodes: number;
};

export type Session = { token: string; manager: Manager; expiresAt: number };

/** Who may sign in and who is signed in. In memory, because every request needs it. */
export type People = {
  managers: readonly KnownManager[];
  /** By token; may include expired ones. */
  sessions: ReadonlyMap<string, Session>;
};

type Tables = Pick<Database, 'manager' | 'managerSession'>;

const MANAGERS = {
  orderBy: { createdAt: 'asc' },
  include: { secondFactor: { select: { confirmedAt: true } }, accounts: { select: { updatedAt: true } } },
} as const;

export async function loadPeople(tables: Tables): Promise<People> {
  const managers = (await tables.manager.findMany(MANAGERS)).map(
    (row): KnownManager => ({
      id: row.id,
      name: row.name,
      username: row.username,
      role: row.role as Role,
      branches: row.branches === null ? null : (JSON.parse(row.branches) as number[]),
      hasSecondFactor: row.secondFactor !== null && row.secondFactor.confirmedAt !== null,
      createdAt: Number(row.createdAt),
      lastSignInAt: int(row.lastSignInAt),
      passwordSetAt: row.accounts[0]?.updatedAt.getTime() ?? null,
      link: row.linkHash === null ? null : { hash: row.linkHash, until: Number(row.linkUntil) },
      recoveryCodes: (JSON.parse(row.recoveryCodes) as string[]).length,
    }),
  );
  const byId = new Map(managers.map((manager) => [manager.id, manager]));
  const sessions = new Map<string, Session>();
  for (const { token, userId, expiresAt } of await tables.managerSession.findMany()) {
    const manager = byId.get(userId);
    if (manager) sessions.set(token, { token, manager: publicFields(manager), expiresAt: expiresAt.getTime() });
  }
  return { managers, sessions };
}

/** Whether there is somebody who may do everything, also if their link was not opened yet. */
export function hasOwner({ managers }: Pick<People, 'managers'>): boolean {
  return managers.some(({ role }) => role === 'owner');
}

/** The fields of a manager that others may see. */
export function publicFields({ id, name, role, branches, hasSecondFactor }: Manager): Manager {
  return { id, name, role, branches, hasSecondFactor };
}

type Known = { people: () => People; sessionSecret: string; now: () => number };

/** The session of a `Cookie` header; null if there is none, or it has expired. */
export function sessionFromCookies(cookies: string | null | undefined, core: Known): Session | null {
  const token = sessionToken(cookies, core.sessionSecret);
  const session = token === null ? undefined : core.people().sessions.get(token);
  return session && session.expiresAt > core.now() ? session : null;
}

/** The manager who sent a request; null if nobody is signed in. */
export function managerOf(request: IncomingMessage, core: Known): Manager | null {
  return sessionFromCookies(request.headers.cookie, core)?.manager ?? null;
}

/** The branches of a manager, by number; for a manager of all branches, those that were taken (F25). */
export function branchesOfManager({ branches }: Manager, { boards }: { boards: Boards }): readonly number[] {
  return (
    branches ??
    boards
      .taken()
      .map(({ row }) => row.number)
      .sort((a, b) => a - b)
  );
}

/** @param secret is random for each start, or what all nodes share: they then show the same link at every start */
export function createSetUpLink(people: () => People, secret: string): SetUpLink {
  return {
    token: signatureOf(PURPOSE, secret),
    isOpen: (given) => readSigned(`${PURPOSE}.${given}`, secret) !== null && !hasOwner(people()),
  };
}
