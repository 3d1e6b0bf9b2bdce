/**
 * Options for fast-check: the number of runs, and the seed from HEATLAMP_SEED if set. fast-check prints a failure's
 * seed.
 */
export function runs(numRuns: number): { numRuns: number; seed?: number } {
  const seed = process.env['HEATLAMP_SEED'];
  return seed ? { numRuns, seed: Number(seed) } : { numRuns };
}
