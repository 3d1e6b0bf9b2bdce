import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './contrast';

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
const [shared = '', dark = ''] = css.split('(prefers-color-scheme: dark)');

const tokensOf = (part: string) =>
  Object.fromEntries([...part.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));

const light: Record<string, string | undefined> = tokensOf(shared);
const themes = { light, dark: { ...light, ...tokensOf(dark) } };

/** Every text that stands on every ground. */
const TEXTS = [
  ['paper', 'slate'],
  ['ink', 'paper'],
  ['ink-quiet', 'paper'],
  ['ink', 'amber'],
  ['late-ink', 'late'],
  ['ready-ink', 'ready'],
  ['slate', 'ready-edge'],
  ['text', 'ground'],
  ['text', 'sheet'],
  ['text-quiet', 'ground'],
  ['text-quiet', 'sheet'],
  ['accent', 'sheet'],
  ['on-accent', 'accent'],
  ['paper', 'console'],
  ['text', 'shade'],
  ['text-quiet', 'shade'],
  ['accent', 'ground'],
  ['ground', 'text'],
  ['text', 'notice'],
  ['text-quiet', 'notice'],
  ['trouble', 'notice'],
  ['trouble', 'ground'],
  ['trouble', 'sheet'],
  ['text', 'line'],
  ['text', 'track'],
  ['text', 'band'],
] as const;

describe.each(Object.entries(themes))('text on its ground, %s', (_, tokens) => {
  it.each(TEXTS)('%s on %s is at least 7:1', (text, ground) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(7);
  });

  it.each(['ground', 'sheet'])('the focus ring stands out from the %s', (ground) => {
    expect(contrast(tokens['accent'] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });

  it.each(['track', 'band', 'sheet'])('marks in a chart stand out from the %s', (ground) => {
    expect(contrast(tokens['mark'] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
    expect(contrast(tokens['text'] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

it('is 21 for black on white and 1 for a colour on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#ff7a5c', '#ff7a5c')).toBe(1);
});
