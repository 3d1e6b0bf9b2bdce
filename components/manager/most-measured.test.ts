import { expect, it } from 'vitest';
import { mostMeasured } from './day-text';

const course = (name: string, n: number) => ({ name, n });
const names = (courses: ReturnType<typeof course>[]) => mostMeasured(courses, ({ n }) => n).map(({ name }) => name);

it('the four most measured courses are kept, in menu order', () => {
  const menu = [
    course('Drinks', 40),
    course('Amuse', 3),
    course('Starters', 20),
    course('Mains', 25),
    course('Tea', 9),
  ];
  expect(names(menu)).toEqual(['Drinks', 'Starters', 'Mains', 'Tea']);
});

it('courses without measurements are left out', () => {
  expect(names([course('Drinks', 0), course('Mains', 1)])).toEqual(['Mains']);
  expect(names([])).toEqual([]);
});
