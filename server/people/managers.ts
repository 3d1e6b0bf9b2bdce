import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '../../contract/constants';
import type { Person } from '../../contract/people';
import { toIso } from '../../domain/fact';
import { fitsLine } from '../../lib/text';
import { DAY_MS } from '../../lib/time';
import { hashToken } from '../session/screen-token';
import type { Sql } from '../storage/database';
import { UserError } from '../user-error';
import type { People } from './people';
import { hashBackupCode, newBackupCodes, removeSecondFactor } from './second-factor';

const LINK_VALID_MS = DAY_MS;
const MAX_NAME_LENGTH = 60;
/** Matches no password. Comparing one with it takes as long as with a real hash. */
const NO_PASSWORD = 'none:none';
/** Better Auth's name for sign-in with a password. */
export const PASSWORD_PROVIDER = 'credential';

export type NewManager = { name: string; role: Role; branches: number[] | null };

/** The form in which names are compared: Anna can sign in as anna. PostgreSQL refuses text with a null character. */
export function usernameOf(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase().replaceAll('\0', '\ufffd').toWellFormed();
}

/** A one-time link to set a password. */
export type NewLink = { name: string; token: string; linkUntil: string };

/** Adds a manager, with a link to set a password. @throws UserError */
export async function addManager(sql: Sql, wanted: NewManager, now: number): Promise<NewLink & { id: string }> {
  const name = wanted.name.trim();
  if (name === '' || !fitsLine(name, MAX_NAME_LENGTH))
    throw new UserError(`a name must have 1 to ${MAX_NAME_LENGTH} characters, on one line`, 'name');
  const rights = rightsOf(wanted);
  const username = usernameOf(name);
  if (await sql.manager.findUnique({ where: { username } }))
    throw new UserError(`a manager named ${name} already exists: reset the password for a new link`, 'exists');
  const token = randomBytes(32).toString('base64url');
  const id = randomUUID();
  const link = { linkHash: hashToken(token), linkUntil: now + LINK_VALID_MS };
  await sql.manager.create({ data: { id, name, username, ...rights, createdAt: now, ...link } });
  await storePassword(sql, id, NO_PASSWORD, now);
  return { id, name, token, linkUntil: toIso(link.linkUntil) };
}

/** Changes the role and the branches of a manager. @throws UserError, also for the last owner */
export async function changeManager(
  sql: Sql,
  name: string,
  wanted: Pick<NewManager, 'role' | 'branches'>,
): Promise<{ name: string }> {
  const manager = await managerNamed(sql, name);
  const data = rightsOf(wanted);
  await keepingAnOwner(sql, () => sql.manager.update({ where: { id: manager.id }, data }));
  return { name: manager.name };
}

/** The columns of a role and its branches. @throws UserError */
function rightsOf({ role, branches }: Pick<NewManager, 'role' | 'branches'>): { role: Role; branches: string | null } {
  if (role === 'owner' && branches !== null)
    throw new UserError('an owner has every branch: name none, or choose the role manager');
  if (branches?.length === 0) throw new UserError('name at least one branch', 'no-branch');
  return { role, branches: branches && JSON.stringify([...new Set(branches)].sort((a, b) => a - b)) };
}

/**
 * Makes a change, unless nobody could sign in as an owner any more after it. The owners are counted in the transaction
 * of the change, so that two who remove each other cannot both succeed. @throws UserError
 */
async function keepingAnOwner(sql: Sql, change: () => Promise<unknown>): Promise<void> {
  // Whoever has an open link has no password.
  const owners = () => sql.manager.count({ where: { role: 'owner', linkHash: null } });
  const before = await owners();
  await change();
  if (before > 0 && (await owners()) === 0)
    throw new UserError('this is the last owner who can sign in: make somebody else an owner first', 'last-owner');
}

/** There is an owner already. */
export class OwnerExists extends UserError {}

/**
 * Adds the first owner, with a password. Of several at once, the database lets one through. Returns the name as it is
 * stored, and the recovery codes. @throws OwnerExists, UserError for a name that cannot be used
 */
export async function addFirstOwner(
  sql: Sql,
  wanted: string,
  passwordHash: string,
  now: number,
): Promise<{ name: string; recoveryCodes: string[] }> {
  if (await sql.manager.findFirst({ where: { role: 'owner' } })) throw new OwnerExists('there is an owner already');
  const { id, name, token } = await addManager(sql, { name: wanted, role: 'owner', branches: null }, now);
  await setPassword(sql, hashToken(token), passwordHash, now);
  return { name, recoveryCodes: await renewRecoveryCodes(sql, id) };
}

/** Gives an owner new recovery codes, and ends the old ones. They are returned this once. */
export async function renewRecoveryCodes(sql: Sql, managerId: string): Promise<string[]> {
  const { codes, hashes } = newBackupCodes();
  await sql.manager.update({ where: { id: managerId }, data: { recoveryCodes: JSON.stringify(hashes) } });
  return codes;
}

/**
 * Sets the password of an owner with a recovery code, which is used up, and ends all sessions. False for a wrong code,
 * for whoever is no owner, and after a reset, which ended the codes too.
 */
export async function setPasswordByCode(
  sql: Sql,
  username: string,
  code: string,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const manager = await sql.manager.findUnique({ where: { username } });
  if (manager?.role !== 'owner' || manager.linkHash !== null) return false;
  const { id, recoveryCodes } = manager;
  const hashes = JSON.parse(recoveryCodes) as string[];
  const left = hashes.filter((hash) => hash !== hashBackupCode(code));
  if (left.length === hashes.length) return false;
  // Another node may have accepted the code at the same moment.
  const data = { recoveryCodes: JSON.stringify(left) };
  if ((await sql.manager.updateMany({ where: { id, recoveryCodes }, data })).count === 0) return false;
  await storePassword(sql, id, passwordHash, now);
  await sql.managerSession.deleteMany({ where: { userId: id } });
  return true;
}

/** Creates a new link, and ends the old password, every session and the recovery codes. @throws UserError */
export async function resetPassword(sql: Sql, name: string, now: number): Promise<NewLink> {
  const manager = await managerNamed(sql, name);
  const token = randomBytes(32).toString('base64url');
  const linkUntil = now + LINK_VALID_MS;
  await sql.manager.update({
    where: { id: manager.id },
    data: { linkHash: hashToken(token), linkUntil, recoveryCodes: '[]' },
  });
  await storePassword(sql, manager.id, NO_PASSWORD, now);
  await sql.managerSession.deleteMany({ where: { userId: manager.id } });
  return { name: manager.name, token, linkUntil: toIso(linkUntil) };
}

/**
 * Sets a password with a link, which is used up, and ends all sessions of the manager. False if the link is invalid.
 */
export async function setPassword(sql: Sql, linkHash: string, passwordHash: string, now: number): Promise<boolean> {
  const manager = await sql.manager.findUnique({ where: { linkHash } });
  if (!manager || Number(manager.linkUntil) <= now) return false;
  await sql.manager.update({ where: { id: manager.id }, data: { linkHash: null, linkUntil: null } });
  await storePassword(sql, manager.id, passwordHash, now);
  await sql.managerSession.deleteMany({ where: { userId: manager.id } });
  return true;
}

/** Removes a manager, and ends all sessions. @throws UserError for an unknown name, and for the last owner */
export async function removeManager(sql: Sql, name: string): Promise<{ name: string }> {
  const manager = await managerNamed(sql, name);
  await keepingAnOwner(sql, () => sql.manager.delete({ where: { id: manager.id } }));
  return { name: manager.name };
}

/** Ends all sessions of a manager. @throws UserError for an unknown name */
export async function signOutManager(sql: Sql, name: string): Promise<{ name: string; sessions: number }> {
  const manager = await managerNamed(sql, name);
  const { count } = await sql.managerSession.deleteMany({ where: { userId: manager.id } });
  return { name: manager.name, sessions: count };
}

/** Removes the second factor of a manager who lost the device. @throws UserError for an unknown name, or without one */
export async function removeFactorOf(sql: Sql, name: string): Promise<{ name: string }> {
  const manager = await managerNamed(sql, name);
  if (!(await removeSecondFactor(sql, manager.id)))
    throw new UserError(`${manager.name} has no second factor`, 'no-factor');
  return { name: manager.name };
}

/** Everybody who may sign in. `now` is server time, epoch ms. */
export function listManagers({ managers, sessions }: People, now: number): Person[] {
  const held = [...sessions.values()].filter(({ expiresAt }) => expiresAt > now);
  return managers.map(({ id, name, role, branches, createdAt, lastSignInAt, hasSecondFactor, link }) => ({
    id,
    name,
    role,
    branches,
    createdAt: toIso(createdAt),
    lastSignInAt: toIso(lastSignInAt),
    sessions: held.filter(({ manager }) => manager.id === id).length,
    ...(hasSecondFactor ? { secondFactor: true } : {}),
    linkUntil: toIso(link?.until ?? null),
  }));
}

async function managerNamed(sql: Sql, name: string): Promise<{ id: string; name: string }> {
  const manager = await sql.manager.findUnique({ where: { username: usernameOf(name) } });
  if (!manager) throw new UserError(`no manager is named ${name}`, 'unknown');
  return manager;
}

async function storePassword(sql: Sql, managerId: string, password: string, now: number): Promise<void> {
  const at = new Date(now);
  await sql.managerAccount.upsert({
    where: { userId_providerId: { userId: managerId, providerId: PASSWORD_PROVIDER } },
    create: {
      id: randomUUID(),
      accountId: managerId,
      providerId: PASSWORD_PROVIDER,
      userId: managerId,
      password,
      createdAt: at,
      updatedAt: at,
    },
    update: { password, updatedAt: at },
  });
}
