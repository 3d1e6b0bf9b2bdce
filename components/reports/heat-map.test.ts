import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HeatCell } from '../../contract/reports';
import { contrast } from '../theme/testing/contrast';
import { themesIn } from '../theme/testing/read-tokens';
import { columnsOf, HEAT_COLOURS, heatScale, heatValue, stepOf } from './heat-map';

const cell = (wanted: Partial<HeatCell>): HeatCell => ({
  weekday: 5,
  hour: 19,
  isNextDay: false,
  count: 30,
  measured: 25,
  late: 5,
  p50: 600,
  ...wanted,
});

describe('the value of a cell', () => {
  it('is the late share, the median, or the count', () => {
    expect(heatValue(cell({}), 'late')).toBe(0.2);
    expect(heatValue(cell({}), 'median')).toBe(600);
    expect(heatValue(cell({}), 'courses')).toBe(30);
  });

  it('is absent for fewer than 20 measured courses, except for the count', () => {
    expect(heatValue(cell({ measured: 19 }), 'late')).toBeNull();
    expect(heatValue(cell({ measured: 19 }), 'median')).toBeNull();
    expect(heatValue(cell({ measured: 19, count: 19 }), 'courses')).toBe(19);
    expect(heatValue(cell({ measured: 20, late: 5 }), 'late')).toBe(0.25);
  });
});

describe('the shade of a cell', () => {
  it('ranges from nothing to the maximum', () => {
    const scale = { least: 0, most: 1 };
    expect([0, 0.19, 0.2, 0.5, 0.99, 1].map((value) => stepOf(value, scale))).toEqual([0, 0, 1, 2, 4, 4]);
    expect(stepOf(null, scale)).toBeNull();
  });

  it('is not alarming if hardly any courses are late', () => {
    const scale = heatScale([cell({ late: 1 }), cell({ late: 0 })], 'late');
    expect(stepOf(1 / 25, scale)).toBe(0);
  });

  it('distinguishes cells if nearly everything is late', () => {
    const scale = heatScale([cell({ measured: 100, late: 40 }), cell({ measured: 100, late: 75 })], 'late');
    expect([0.4, 0.5, 0.75].map((rate) => stepOf(rate, scale))).toEqual([0, 1, 4]);
  });

  it('of medians starts at the shortest', () => {
    const scale = heatScale([cell({ p50: 600 }), cell({ p50: 1_200 })], 'median');
    expect(scale).toEqual({ least: 600, most: 1_200 });
  });

  it('of medians that hardly differ is pale', () => {
    const scale = heatScale([cell({ p50: 600 }), cell({ p50: 620 })], 'median');
    expect(stepOf(620, scale)).toBe(0);
  });

  it('is pale if all cells are equal, and if there are none', () => {
    expect(stepOf(600, heatScale([cell({})], 'median'))).toBe(0);
    expect(heatScale([], 'courses')).toEqual({ least: 0, most: 0 });
  });
});

describe('the columns of a map', () => {
  it('are the hours with courses and those in between', () => {
    expect(columnsOf([cell({ hour: 17 }), cell({ hour: 20 })])).toEqual([17, 18, 19, 20]);
  });

  it('continue past midnight, until the hour of a cut-off that is not a whole one', () => {
    expect(columnsOf([cell({ hour: 1, isNextDay: true }), cell({ hour: 22 })])).toEqual([22, 23, 24, 25]);
    const both = [cell({ hour: 4 }), cell({ hour: 4, isNextDay: true })];
    expect([columnsOf(both).at(0), columnsOf(both).at(-1)]).toEqual([4, 28]);
  });

  it('are none without courses', () => {
    expect(columnsOf([])).toEqual([]);
  });
});

const { pages } = themesIn(readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8'));

/** Opacities of the pale steps, in percent. */
const sharesOf = (steps: readonly string[]) => steps.slice(0, -1).map((step) => Number(/\/(\d+)$/.exec(step)?.[1]));
const shares = sharesOf(HEAT_COLOURS.late);

/** The colour of a translucent ground on another. */
function mix(colour: string, share: number, ground: string): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16);
  const mixed = [0, 1, 2].map((at) =>
    Math.round((channel(colour, at) * share + channel(ground, at) * (100 - share)) / 100),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

describe.each(Object.entries(pages))('figures on the map, %s', (_, tokens) => {
  const { text = '', sheet = '', accent = '', trouble = '', 'on-accent': onAccent = '' } = tokens;

  it.each([
    ['accent', accent, onAccent],
    ['trouble', trouble, sheet],
  ])('stand out 7:1 from every step of %s', (_, colour, onColour) => {
    expect(shares).toHaveLength(4);
    expect(sharesOf(HEAT_COLOURS.courses)).toEqual(shares);
    for (const share of shares) expect(contrast(text, mix(colour, share, sheet))).toBeGreaterThanOrEqual(7);
    expect(contrast(onColour, colour)).toBeGreaterThanOrEqual(7);
  });

  it('has distinct steps, each darker or lighter than the one before', () => {
    const steps = [...shares.map((share) => contrast(mix(trouble, share, sheet), sheet)), contrast(trouble, sheet)];
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(new Set(steps).size).toBe(5);
  });
});
