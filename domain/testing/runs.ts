/** So many runs of a property, from the seed in HEATLAMP_SEED if it is given; fast-check prints the seed of a failure. */
export function runs(numRuns: number): { numRuns: number; seed?: number } {
  const seed = process.env['HEATLAMP_SEED'];
  return seed ? { numRuns, seed: Number(seed) } : { numRuns };
}
