import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './testing/contrast';
import { type Tokens, themesIn } from './testing/read-tokens';

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
const { pages, boards } = themesIn(css);

/** Texts that manager pages combine with grounds by separate utilities. */
const PAGE_TEXTS = [
  ['text', 'ground'],
  ['text', 'sheet'],
  ['text-quiet', 'ground'],
  ['text-quiet', 'sheet'],
  ['accent', 'sheet'],
  ['on-accent', 'accent'],
  ['console-text', 'console'],
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

/** Every `@utility on-…` with its ground, its text and its quiet text. */
const PAIRS = [...css.matchAll(/@utility (on-[a-z-]+) \{([^}]*)\}/g)].map(([, name = '', body = '']) => {
  const tokenOf = (variable: string) => new RegExp(`--${variable}: var\\(--color-([a-z-]+)\\)`).exec(body)?.[1] ?? '';
  return { name, ground: tokenOf('on'), text: tokenOf('text'), quiet: tokenOf('quiet') };
});

const colour = (tokens: Tokens, name: string) => tokens[name] ?? `no colour ${name}`;

describe.each(Object.entries(pages))('%s manager pages', (_, tokens) => {
  it.each(PAGE_TEXTS)('%s on %s has a contrast of at least 7:1', (text, ground) => {
    expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(7);
  });

  it.each(['ground', 'sheet'])('the focus ring stands out from the %s', (ground) => {
    expect(contrast(colour(tokens, 'accent'), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(['track', 'band', 'sheet'])('marks in a chart stand out from the %s', (ground) => {
    expect(contrast(colour(tokens, 'mark'), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
    expect(contrast(colour(tokens, 'text'), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
  });
});

it('finds the pairs of ground and text', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(7);
  expect(PAIRS).toContainEqual({ name: 'on-ready', ground: 'ready', text: 'ready-text', quiet: 'ready-quiet' });
});

describe.each(Object.entries({ ...pages, ...boards }))('%s', (_, tokens) => {
  it.each(PAIRS)('$name sets texts with a contrast of at least 7:1', ({ ground, text, quiet }) => {
    expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(7);
    expect(contrast(colour(tokens, quiet), colour(tokens, ground))).toBeGreaterThanOrEqual(7);
  });
});

it('is 21 for black on white and 1 for a colour on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#ff7a5c', '#ff7a5c')).toBe(1);
});
