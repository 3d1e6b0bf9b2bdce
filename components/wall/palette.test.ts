import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '../theme/contrast';
import { TEXT_ON, TONES, type Tones, toneStyle } from './palette';
import { colourRules } from './testing/colour-rules';

const css = readFileSync(new URL('./wall.module.css', import.meta.url), 'utf8');

const palettes = Object.entries(TONES).flatMap(([theme, tones]) =>
  Object.entries(tones).map(([palette, of]): [string, Tones] => [`${theme}, ${palette}`, of]),
);

describe.each(palettes)('%s', (_, tones) => {
  it.each(TEXT_ON)('%s on %s is at least 7:1', (text, ground) => {
    expect(contrast(tones[text], tones[ground])).toBeGreaterThanOrEqual(7);
  });
});

/** What text that only says its colour stands on, by the rule that says it. */
const STANDS_ON: Record<string, (keyof Tones)[]> = {
  '.laneTitle': ['ground'],
  '.live': ['bar'],
  '.counts': ['bar'],
  '.counts b': ['bar'],
  '.notice': ['bar'],
  '.party': ['card'],
  '.foot': ['card'],
  '.card:is([data-urgency="late"], [data-urgency="very-late"]) :is(.party, .foot)': ['late'],
  '.card:is([data-urgency="ready"], [data-urgency="ready-warn"], [data-urgency="ready-late"]) :is(.party, .foot)': [
    'ready',
  ],
  '.menuButton': ['bar'],
  '.more': ['ground'],
  '.empty small': ['ground'],
  '.fields label': ['bar'],
};

/** Grounds without a text of their own: shapes, and the bar, whose parts say theirs. */
const SHAPES = [
  '.bar',
  '.menu::backdrop',
  '.live::before',
  '.live[data-link="http"]::before',
  '.dots i[data-dot="ready"]',
];

describe('the pairs of text and ground', () => {
  const rules = colourRules(css);
  const listed = TEXT_ON.map(([text, ground]) => `${text} on ${ground}`);

  it('are found in the style sheet at all', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(rules).toContainEqual({ selector: '.lateCount', text: 'lateText', ground: 'late' });
  });

  it('are all listed where a rule has both', () => {
    const both = rules.filter(({ text, ground }) => text !== null && ground !== null);
    const unlisted = both.filter(({ text, ground }) => !listed.includes(`${text} on ${ground}`));
    // A rule outside the wall has no tones; its colours are written out.
    expect(unlisted.filter(({ text, ground }) => !text?.startsWith('#') || !ground?.startsWith('#'))).toEqual([]);
    for (const { text, ground } of unlisted) expect(contrast(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(7);
  });

  it('are all listed where a rule has a text only: what it stands on is known for each', () => {
    const only = rules.filter(({ text, ground }) => text !== null && ground === null);
    expect(only.filter(({ selector }) => STANDS_ON[selector] === undefined)).toEqual([]);
    const pairs = only.flatMap(({ selector, text }) => STANDS_ON[selector]?.map((ground) => `${text} on ${ground}`));
    expect(pairs.filter((pair) => !listed.includes(pair ?? ''))).toEqual([]);
    expect(Object.keys(STANDS_ON).filter((known) => !only.some(({ selector }) => selector === known))).toEqual([]);
  });

  it('leave no ground without a text, but for shapes', () => {
    const bare = rules.filter(({ text, ground }) => text === null && ground !== null);
    expect(bare.map(({ selector }) => selector).filter((selector) => !SHAPES.includes(selector))).toEqual([]);
  });

  it('are of tones that there are', () => {
    const names = Object.keys(TONES.dark.standard);
    const used = [...css.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name = '']) => camel(name));
    const sizes = ['size', 'columns', 'rows', 'cookingColumns', 'readyColumns', 'done'];
    expect([...new Set(used)].filter((name) => !names.includes(name) && !sizes.includes(name))).toEqual([]);
  });
});

it('gives tones to the style sheet by the names that it uses', () => {
  expect(toneStyle(TONES.dark.standard)).toMatchObject({ '--ground': '#0f1113', '--bar-quiet': '#b9b6ae' });
});

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
