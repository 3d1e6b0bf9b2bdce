import { toIso } from '../../domain/to-iso';
import { type Int, int } from '../sql/int';
import { SECOND_FACTOR } from '../sql/page-statements';
import type { Source } from '../sql/statements';

type Row = { confirmedAt: Int; backupCodes: string };

/** When the second factor of a manager was confirmed, and how many backup codes are left. Null without one. */
export async function readSecondFactor(
  source: Source,
  managerId: string,
): Promise<{ confirmedAt: string; backupCodes: number } | null> {
  const [row] = await source.$queryRawUnsafe<Row[]>(SECOND_FACTOR, managerId);
  if (!row) return null;
  return { confirmedAt: toIso(int(row.confirmedAt)), backupCodes: (JSON.parse(row.backupCodes) as string[]).length };
}
