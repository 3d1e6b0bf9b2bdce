import { type Int, int } from '../sql/int';
import { BRANCH_NAMES, SCREEN_BY_TOKEN } from '../sql/page-statements';
import type { Source } from '../sql/statements';

/** What a screen's own device may know about it. */
export type KnownScreen = {
  name: string;
  view: string;
  /** By number; an unnamed branch has null. */
  branches: { number: number; name: string | null }[];
  isRevoked: boolean;
};

type ScreenRow = { name: string; view: string; branches: string; revokedAt: Int | null };
type BranchRow = { number: Int; name: string | null };

/** The screen with this token hash, even if it is revoked. Null if there never was one. */
export async function readScreen(source: Source, tokenHash: string): Promise<KnownScreen | null> {
  const [screen] = await source.$queryRawUnsafe<ScreenRow[]>(SCREEN_BY_TOKEN, tokenHash);
  if (!screen) return null;
  const rows = await source.$queryRawUnsafe<BranchRow[]>(BRANCH_NAMES, screen.branches);
  const names = new Map(rows.map(({ number, name }) => [int(number), name]));
  return {
    name: screen.name,
    view: screen.view,
    branches: (JSON.parse(screen.branches) as number[]).map((number) => ({ number, name: names.get(number) || null })),
    isRevoked: screen.revokedAt !== null,
  };
}
