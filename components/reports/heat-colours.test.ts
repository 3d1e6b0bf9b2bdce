import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '../theme/testing/contrast';
import { themesIn } from '../theme/testing/read-tokens';
import { HEAT_COLOURS } from './heat-colours';

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
