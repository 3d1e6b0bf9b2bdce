import { describe, expect, it } from 'vitest';
import { type Direction, neighbourOf } from './key-table';

/** Three columns; the last row has two cards. */
const grid = Array.from({ length: 8 }, (_, index) => ({ x: (index % 3) * 100, y: Math.floor(index / 3) * 80 }));

describe('an arrow key', () => {
  it.each<[Direction, number, number]>([
    ['right', 0, 1],
    ['right', 2, 3],
    ['right', 7, 7],
    ['left', 3, 2],
    ['left', 0, 0],
    ['down', 1, 4],
    ['down', 5, 7],
    ['down', 7, 7],
    ['up', 7, 4],
    ['up', 1, 1],
  ])('%s leads from card %i to card %i', (direction, from, to) => {
    expect(neighbourOf(grid, from, direction)).toBe(to);
  });

  it('starts at the first card if none is selected', () => {
    expect(neighbourOf(grid, -1, 'down')).toBe(0);
    expect(neighbourOf([], -1, 'right')).toBe(0);
  });
});
