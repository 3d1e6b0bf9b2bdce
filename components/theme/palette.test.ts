import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './contrast';
import { TEXT_ON, TONES, type Tones, toneStyle } from './palette';
import { colourRules } from './testing/colour-rules';

const palettes = Object.entries(TONES).flatMap(([theme, tones]) =>
  Object.entries(tones).map(([palette, of]): [string, Tones] => [`${theme}, ${palette}`, of]),
);

describe.each(palettes)('%s', (_, tones) => {
  it.each(TEXT_ON)('%s on %s is at least 7:1', (text, ground) => {
    expect(contrast(tones[text], tones[ground])).toBeGreaterThanOrEqual(7);
  });
});

it('the rules that colour something are found in a style sheet', () => {
  const rules = colourRules(readFileSync(new URL('../wall/wall.module.css', import.meta.url), 'utf8'));
  expect(rules.length).toBeGreaterThan(15);
  expect(rules).toContainEqual({ selector: '.lateCount', text: 'lateText', ground: 'late' });
});

it('gives tones to the style sheet by the names that it uses', () => {
  expect(toneStyle(TONES.dark.standard)).toMatchObject({ '--ground': '#0f1113', '--bar-quiet': '#b9b6ae' });
});
