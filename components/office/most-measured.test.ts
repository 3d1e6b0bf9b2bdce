import { expect, it } from 'vitest';
import { mostMeasured } from './most-measured';

const course = (name: string, n: number) => ({ name, n });
const names = (courses: ReturnType<typeof course>[]) => mostMeasured(courses, ({ n }) => n).map(({ name }) => name);

it('keeps the four courses that were measured most often, in the order of the menu', () => {
  const menu = [
    course('Drinks', 40),
    course('Amuse', 3),
    course('Starters', 20),
    course('Mains', 25),
    course('Tea', 9),
  ];
  expect(names(menu)).toEqual(['Drinks', 'Starters', 'Mains', 'Tea']);
});

it('leaves out what was never measured', () => {
  expect(names([course('Drinks', 0), course('Mains', 1)])).toEqual(['Mains']);
  expect(names([])).toEqual([]);
});
