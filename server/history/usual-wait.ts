import type { UsualWait } from '../../contract/live';
import type { Instant } from '../../domain/fact';
import { usualWaits } from '../../domain/usual-wait';
import { PARTY_COURSES } from '../sql/history-statements';
import { type Int, int, type Source } from '../sql/statements';

type Row = {
  orderKey: Int;
  guests: Int;
  startedAt: Int | null;
  servedAt: Int | null;
};

/** F24: the usual longest wait for food by party size, from the courses of a branch since an instant (POS time). */
export async function readUsualWaits(
  source: Source,
  { branch, since }: { branch: number; since: Instant },
): Promise<UsualWait[]> {
  const rows = await source.$queryRawUnsafe<Row[]>(PARTY_COURSES, branch, since);
  return usualWaits(
    rows.map((row) => ({
      orderKey: int(row.orderKey),
      guests: int(row.guests),
      startedAt: int(row.startedAt),
      servedAt: int(row.servedAt),
    })),
  );
}
