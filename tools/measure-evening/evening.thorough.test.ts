import { expect, it } from 'vitest';
import { newSeed } from './deliveries';
import { measureEvening, shareInFirst, sumOf, VARIATIONS } from './measure';

/** `HEATLAMP_SEED` repeats an evening; a failure names its seed. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? newSeed());
const MIN_RESEATINGS = 25;

const isWrong = (presumed: string) => presumed === 'wrong';

it(`[F7b] over an evening of re-seatings no party shows a clock, a dot or a name of the previous one (seed ${SEED})`, () => {
  const { reseatings, looks, inherited } = measureEvening({ ...VARIATIONS.A, seed: SEED });
  expect(reseatings).toBeGreaterThanOrEqual(MIN_RESEATINGS);
  expect(looks).toBeGreaterThan(1_000);
  expect(inherited).toEqual([]);
});

it(`[F22] over an evening of forgotten serves, what stands is listed first, and nothing of it is presumed served (seed ${SEED})`, () => {
  const { reseatings, inherited, presumed, unpressed, lists } = measureEvening({ ...VARIATIONS.B, seed: SEED });
  expect(reseatings).toBeGreaterThanOrEqual(MIN_RESEATINGS);
  expect(inherited).toEqual([]);
  expect(presumed.filter(isWrong)).toEqual([]);
  expect(presumed.length / unpressed.size, 'share of forgotten serves that are presumed').toBeGreaterThan(0.95);
  // More than seven orders stand there for a minute.
  expect(shareInFirst(lists.ready), 'share of what stands in the first seven rows').toBeGreaterThan(0.99);
  const presumedRows = [sumOf(lists.ready, 'presumed'), sumOf(lists.pass, 'presumed')];
  expect(presumedRows, 'waiting rows that are presumed served').toEqual([0, 0]);
  expect(sumOf(lists.pass, 'mixed'), 'rows of the pass with courses of two parties').toBe(0);
});

it(`[F22e] in a jam, most of what stands is listed first, and hardly any of it is presumed served (seed ${SEED})`, () => {
  // One evening has too few presumptions for a share of one in a hundred.
  const evenings = [0, 1, 2].map((more) => measureEvening({ ...VARIATIONS.jam15, seed: SEED + more }));
  for (const { lists } of evenings)
    expect(shareInFirst(lists.ready), 'share of what stands in the first seven rows').toBeGreaterThan(0.8);
  const wrong = evenings.flatMap(({ presumed }) => presumed.filter(isWrong));
  const courses = evenings.flatMap((evening) => evening.courses);
  expect(wrong.length / courses.length, 'share of courses that are presumed served, but stand').toBeLessThan(0.01);
});
