import { expect, it } from 'vitest';
import { isInherited, measureEvening, VARIATIONS } from './measure';
import { newSeed } from './variations';

/** `HEATLAMP_SEED` repeats an evening; a failure names its seed. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? newSeed());
const MIN_RESEATINGS = 25;

it(`[F7b] over an evening of re-seatings no party shows a clock, a dot or a name of the previous one (seed ${SEED})`, async () => {
  const { reseatings, tables } = await measureEvening({ ...VARIATIONS.A, seed: SEED });
  expect(reseatings).toBeGreaterThanOrEqual(MIN_RESEATINGS);
  expect(tables.length).toBeGreaterThan(1_000);
  expect(tables.filter(isInherited)).toEqual([]);
});

it(`[F22] over an evening of forgotten serves nothing is presumed served that is served later (seed ${SEED})`, async () => {
  const { reseatings, tables, presumed, unpressed, ready, pass } = await measureEvening({
    ...VARIATIONS.B,
    seed: SEED,
  });
  expect(reseatings).toBeGreaterThanOrEqual(MIN_RESEATINGS);
  expect(tables.filter(isInherited)).toEqual([]);
  expect(presumed.filter(({ truth }) => truth === 'wrong')).toEqual([]);
  expect(presumed.length / unpressed.size, 'share of forgotten serves that are presumed').toBeGreaterThan(0.5);
  expect([ready.presumed, pass.presumed], 'waiting rows that are presumed served').toEqual([0, 0]);
  expect(pass.mixed, 'rows of the pass with courses of two parties').toBe(0);
});
