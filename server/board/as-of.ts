import { toIso } from '../../domain/to-iso';

/** Until when boards have everything that was acknowledged, epoch ms; null if that is now. */
export type AsOf = () => number | null;

/** As a member of what is computed from boards. */
export function asOfMember(asOf: AsOf): { asOf?: string } {
  const instant = asOf();
  return instant === null ? {} : { asOf: toIso(instant) };
}
