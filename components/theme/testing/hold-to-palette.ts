import { expect, it } from 'vitest';
import { contrast } from '../contrast';
import { TEXT_ON, TONES, type Tones } from '../palette';
import { colourRules } from './colour-rules';

/** What a style sheet's rules say of colours is not all of it: the rest is said here. */
export type Sheet = {
  /** Its text. */
  css: string;
  /** What text that only says its colour stands on, by the rule that says it. */
  standsOn?: Record<string, (keyof Tones)[]>;
  /** Grounds without a text of their own: shapes, and boxes whose parts say theirs. */
  shapes?: string[];
  /** Custom properties that are no tones. */
  sizes?: string[];
};

/** Holds a style sheet of a board to the palette: every text on every ground that it may stand on is one of TEXT_ON. */
export function holdToPalette({ css, standsOn = {}, shapes = [], sizes = [] }: Sheet): void {
  const rules = colourRules(css);
  const listed = TEXT_ON.map(([text, ground]) => `${text} on ${ground}`);

  it('has every text on a ground that it is known to be read on', () => {
    const both = rules.filter(({ text, ground }) => text !== null && ground !== null);
    const unlisted = both.filter(({ text, ground }) => !listed.includes(`${text} on ${ground}`));
    // A rule outside the board has no tones; its colours are written out.
    expect(unlisted.filter(({ text, ground }) => !text?.startsWith('#') || !ground?.startsWith('#'))).toEqual([]);
    for (const { text, ground } of unlisted) expect(contrast(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(7);
  });

  it('says of every text without a ground what it stands on', () => {
    const only = rules.filter(({ text, ground }) => text !== null && ground === null);
    expect(only.filter(({ selector }) => standsOn[selector] === undefined)).toEqual([]);
    const pairs = only.flatMap(({ selector, text }) => standsOn[selector]?.map((ground) => `${text} on ${ground}`));
    expect(pairs.filter((pair) => !listed.includes(pair ?? ''))).toEqual([]);
    expect(Object.keys(standsOn).filter((known) => !only.some(({ selector }) => selector === known))).toEqual([]);
  });

  it('has no ground without a text, but for shapes', () => {
    const bare = rules.filter(({ text, ground }) => text === null && ground !== null);
    expect(bare.map(({ selector }) => selector).filter((selector) => !shapes.includes(selector))).toEqual([]);
  });

  it('uses tones that there are', () => {
    const names = Object.keys(TONES.dark.standard);
    const used = [...css.matchAll(/var\(--([a-z-]+)[,)]/g)].map(([, name = '']) => camel(name));
    expect([...new Set(used)].filter((name) => !names.includes(name) && !sizes.includes(name))).toEqual([]);
  });
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
