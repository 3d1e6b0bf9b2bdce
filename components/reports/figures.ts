import type { Spread } from '../../contract/reports';

/** So few tell nothing: percentiles of fewer are not shown. */
export const FEWEST = 20;

/** A spread whose percentiles are shown; null where there are too few. */
export function shown(spread: Spread | null): Spread | null {
  return spread !== null && spread.n >= FEWEST ? spread : null;
}
