import { randomBytes } from 'node:crypto';
import { MAX_SCREEN_NAME, type ScreenView } from '../../contract/constants';
import type { OwnScreen, ScreenLimits } from '../../contract/live';
import type { PairedScreen, ScreenWish } from '../../contract/screens';
import { toIso } from '../../domain/fact';
import { fitsLine } from '../../lib/text';
import { DAY_MS } from '../../lib/time';
import { hashToken } from '../session/screen-token';
import { int } from '../sql/statements';
import type { Database } from '../storage/database';
import { UserError } from '../user-error';

/** A device or program that may see branches, such as a wall, a tablet or a script. */
export type Screen = {
  id: number;
  name: string;
  branches: number[];
  view: ScreenView;
  tokenHash: string;
  /** Server time, epoch ms. */
  lastSeenAt: number | null;
  revokedAt: number | null;
  /** Until when its token pairs devices; null: not any more. */
  linkUntil: number | null;
  /** In place of its branch's; null for none. */
  limits: ScreenLimits | null;
};

/** A screen without what identifies its device. */
export function publicScreen({ id, name, branches, view }: Screen): PairedScreen {
  return { id, name, branches, view };
}

/** The part of a screen that it may know about itself. */
export function ownScreen({ id, name, view, limits }: Screen): OwnScreen {
  return { id, name, view, ...(limits === null ? {} : { limits }) };
}

const LINK_VALID_MS = DAY_MS;

/** Whether a device uses this screen. A link that nobody has opened has no device yet, and a program is none. */
export function isDevice({ view, lastSeenAt, revokedAt }: Screen): boolean {
  return view !== 'api' && lastSeenAt !== null && revokedAt === null;
}

type Tables = Pick<Database, 'screen'>;

/** All screens by the hash of their token, including revoked ones, to distinguish them from unknown ones. */
export async function loadScreens(tables: Tables): Promise<Map<string, Screen>> {
  const rows = await tables.screen.findMany();
  return new Map(
    rows.map((row) => [
      row.tokenHash,
      {
        id: row.id,
        name: row.name,
        branches: JSON.parse(row.branches) as number[],
        view: row.view as ScreenView,
        tokenHash: row.tokenHash,
        lastSeenAt: int(row.lastSeenAt),
        revokedAt: int(row.revokedAt),
        linkUntil: int(row.linkUntil),
        limits: row.limits === null ? null : (JSON.parse(row.limits) as ScreenLimits),
      },
    ]),
  );
}

/** Adds a screen and returns its token, of which only the hash is stored. @throws UserError */
export async function addScreen(
  tables: Tables,
  wanted: ScreenWish,
  now: number,
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  return { id: await storeScreen(tables, wanted, hashToken(token), now), token };
}

/** Adds a screen whose token has this hash. Returns its id. @throws UserError */
export async function storeScreen(tables: Tables, wanted: ScreenWish, tokenHash: string, now: number): Promise<number> {
  const { id } = await tables.screen.create({
    data: { ...columnsOf(wanted), tokenHash, createdAt: now, linkUntil: now + LINK_VALID_MS },
  });
  return id;
}

/**
 * Gives a screen a new token, whose link pairs devices for a day. Devices with the old token lose access at once.
 * @throws UserError
 */
export async function renewScreen(tables: Tables, id: number, now: number): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const data = { tokenHash: hashToken(token), linkUntil: now + LINK_VALID_MS };
  const { count } = await tables.screen.updateMany({ where: { id, revokedAt: null }, data });
  if (count === 0) throw unknownScreen(id);
  return { id, token };
}

/** Renames a screen, or moves it to another view or branch. @throws UserError */
export async function changeScreen(tables: Tables, id: number, wanted: ScreenWish): Promise<{ id: number }> {
  const { count } = await tables.screen.updateMany({ where: { id, revokedAt: null }, data: columnsOf(wanted) });
  if (count === 0) throw unknownScreen(id);
  return { id };
}

/** Sets the limits of a screen; without any it follows its branch. @throws UserError */
export async function limitScreen(tables: Tables, id: number, limits: ScreenLimits): Promise<{ id: number }> {
  const text = Object.keys(limits).length === 0 ? null : JSON.stringify(limits);
  const { count } = await tables.screen.updateMany({ where: { id, revokedAt: null }, data: { limits: text } });
  if (count === 0) throw unknownScreen(id);
  return { id };
}

/** @throws UserError */
function columnsOf({ branches, view, ...wish }: ScreenWish): { name: string; branches: string; view: string } {
  const name = wish.name.trim();
  if (name === '' || !fitsLine(name, MAX_SCREEN_NAME))
    throw new UserError(`the name of a screen must have 1 to ${MAX_SCREEN_NAME} characters, on one line`, 'name');
  if (branches.length === 0) throw new UserError('name at least one branch');
  return { name, branches: JSON.stringify([...new Set(branches)].sort((a, b) => a - b)), view };
}

function unknownScreen(id: number): UserError {
  return new UserError(`there is no screen ${id}`, 'no-screen');
}

/** Revokes a screen permanently. `now` is server time, epoch ms. @throws UserError for an unknown id */
export async function revokeScreen(tables: Tables, id: number, now: number): Promise<{ id: number }> {
  const row = await tables.screen.findUnique({ where: { id } });
  if (!row || row.revokedAt !== null) throw unknownScreen(id);
  await tables.screen.update({ where: { id }, data: { revokedAt: now } });
  return { id };
}

type ListedScreen = {
  id: number;
  name: string;
  branches: number[];
  view: ScreenView;
  lastSeenAt: string | null;
};

/** The screens that are not revoked. */
export function listScreens(screens: Iterable<Screen>): ListedScreen[] {
  return [...screens]
    .filter((screen) => screen.revokedAt === null)
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name, branches, view, lastSeenAt }) => ({
      id,
      name,
      branches,
      view,
      lastSeenAt: toIso(lastSeenAt),
    }));
}
