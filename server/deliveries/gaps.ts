import type { BranchGap } from '../../contract/deliveries';
import { toIso } from '../../domain/to-iso';
import { GAPS_IN } from '../sql/delivery-statements';
import { type GapRow, gapOfRow } from '../sql/gap-row';
import type { Source } from '../sql/statements';

export type GapQuestion = {
  branches: readonly (number | null)[];
  /** Gaps that began in a half-open range of server time. */
  from: number;
  to: number;
};

/** F21: the ended gaps of these branches, in which events may be missing, newest first. */
export async function listGaps(source: Source, { branches, from, to }: GapQuestion): Promise<BranchGap[]> {
  const gaps: BranchGap[] = [];
  for (const branch of branches) {
    if (branch === null) continue;
    for (const row of await source.$queryRawUnsafe<GapRow[]>(GAPS_IN, branch, from, to)) {
      const gap = gapOfRow(row);
      if (gap.to === null) continue;
      gaps.push({ branch, from: toIso(gap.from), to: toIso(gap.to), cause: gap.cause });
    }
  }
  return gaps.sort((a, b) => (a.from < b.from ? 1 : -1));
}
