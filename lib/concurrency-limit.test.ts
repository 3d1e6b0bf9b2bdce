import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit';

/** Work that lasts until it is released. */
function work() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { finish, done };
}

it('runs a limited number at once, in order, and refuses what would wait too long', async () => {
  const { run } = createConcurrencyLimit({ atOnce: 2, waiting: 3 });
  const begun: number[] = [];
  const works = Array.from({ length: 7 }, work);
  const passed = works.map(({ done }, index) =>
    run(async () => {
      begun.push(index);
      await done;
      return index;
    }),
  );
  expect(await Promise.all(passed.slice(5))).toEqual([null, null]);
  expect(begun).toEqual([0, 1]);
  works[1]?.finish();
  expect(await passed[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const { finish } of works) finish();
  expect(await Promise.all(passed.slice(0, 5))).toEqual([0, 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

it('starts the next after a failure', async () => {
  const { run } = createConcurrencyLimit({ atOnce: 1, waiting: 1 });
  const failing = run(async () => {
    throw new Error('no');
  });
  const next = run(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await run(async () => 'after')).toBe('after');
});
