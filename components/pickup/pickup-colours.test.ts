import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holdToPalette } from '../theme/testing/hold-to-palette';
import { PLACE } from './fit';

const css = readFileSync(new URL('./pickup.module.css', import.meta.url), 'utf8');

describe('the board for guests', () =>
  holdToPalette({
    css,
    standsOn: { '.half[data-kind="preparing"]': ['ground'] },
    shapes: [],
    sizes: ['least', 'type', 'columns', 'rows'],
  }));

it('the shape behind a number is no wider than its place', () => {
  const [, padding = ''] = /\.number \{\s*padding: [\d.]+em ([\d.]+)em/.exec(css) ?? [];
  expect(2 * Number(padding)).toBeGreaterThan(0);
  expect(2 * Number(padding)).toBeLessThan(PLACE.around);
});
