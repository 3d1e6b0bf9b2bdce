import { expect, it } from 'vitest';
import { namesText } from './day-text';

it.each([
  [[], ''],
  [['Wall', 'Pass'], 'Wall, Pass'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c, d, e'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e, …'],
])('%j is the text “%s”', (names, text) => {
  expect(namesText(names)).toBe(text);
});
