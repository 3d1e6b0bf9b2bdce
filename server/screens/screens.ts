import { randomBytes } from 'node:crypto';
import type { OwnScreen, ScreenView } from '../../contract/live';
import { toIso } from '../../domain/ticket';
import { hashToken } from '../session/screen-token';
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
};

/** The part of a screen that it may know about itself. */
export function ownScreen({ id, name, view }: Screen): OwnScreen {
  return { id, name, view };
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
        lastSeenAt: row.lastSeenAt === null ? null : Number(row.lastSeenAt),
        revokedAt: row.revokedAt === null ? null : Number(row.revokedAt),
      },
    ]),
  );
}

export type NewScreen = { name: string; branches: number[]; view: ScreenView };

/** Adds a screen and returns its token, of which only the hash is stored. @throws UserError */
export async function addScreen(
  tables: Tables,
  wanted: NewScreen,
  now: number,
): Promise<{ id: number; token: string }> {
  if (wanted.name.trim() === '')
    throw new UserError('--name must not be empty: it identifies the screen in every list');
  if (wanted.branches.length === 0) throw new UserError('--branch must name at least one branch');
  const token = randomBytes(32).toString('base64url');
  const branches = JSON.stringify([...new Set(wanted.branches)].sort((a, b) => a - b));
  const { id } = await tables.screen.create({
    data: { name: wanted.name.trim(), branches, view: wanted.view, tokenHash: hashToken(token), createdAt: now },
  });
  return { id, token };
}

/** Revokes a screen permanently. `now` is server time, epoch ms. @throws UserError for an unknown id */
export async function revokeScreen(tables: Tables, id: number, now: number): Promise<{ id: number }> {
  const row = await tables.screen.findUnique({ where: { id } });
  if (!row || row.revokedAt !== null) throw new UserError(`there is no screen ${id}: see screen list`);
  await tables.screen.update({ where: { id }, data: { revokedAt: now } });
  return { id };
}

export type ListedScreen = {
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
