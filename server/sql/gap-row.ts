import type { GapCause } from '../../contract/live';
import type { Gap } from '../../domain/gap';
import { type Int, int } from './int';

export type GapRow = { fromAt: Int; toAt: Int | null; cause: string };

export function gapOfRow({ fromAt, toAt, cause }: GapRow): Gap {
  return { from: int(fromAt), to: int(toAt), cause: cause as GapCause };
}
