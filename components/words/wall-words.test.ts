import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { argumentsOf } from './testing/icu-arguments';
import { type Language, languageOf, WALL_WORDS } from './wall-words';

/** Every message of a catalogue by its dotted key. */
function messagesOf(catalogue: object, path: string[] = []): [key: string, message: string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] as [string, string]]
      : messagesOf(value as object, [...path, name]),
  );
}

const english = messagesOf(WALL_WORDS.en);
const languages = Object.keys(WALL_WORDS) as Language[];

it('has words at all', () => {
  expect(english.length).toBeGreaterThan(80);
  expect(languages).toEqual(['en', 'nl']);
});

describe.each(languages)('%s', (language) => {
  const messages = messagesOf(WALL_WORDS[language]);

  it('has the keys of the English catalogue', () => {
    expect(messages.map(([key]) => key).sort()).toEqual(english.map(([key]) => key).sort());
  });

  it('has the same arguments in every message', () => {
    const own = new Map(messages);
    const differing = english.filter(
      ([key, message]) => argumentsOf(message).join() !== argumentsOf(own.get(key) ?? '').join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it.each(messages)('can say %s', (key, message) => {
    const problems: unknown[] = [];
    const say = createTranslator({
      locale: language,
      messages: WALL_WORDS[language],
      onError: (problem) => problems.push(problem),
    }) as unknown as (key: string, values: Record<string, string | number>) => string;
    const values = Object.fromEntries(argumentsOf(message).map((name) => [name, 7]));
    const said = say(key, values);
    expect(problems).toEqual([]);
    expect(said.trim()).not.toBe('');
    expect(said).not.toMatch(/[{}]/);
  });
});

describe('the arguments of a message', () => {
  it.each([
    ['No open courses', []],
    ['live · {time}', ['time']],
    ['{count, plural, one {# guest of {table}} other {# guests}}', ['count', 'table']],
    ['{late} and {count}', ['count', 'late']],
    ['{ time }', ['time']],
  ])('of %s', (message, names) => {
    expect(argumentsOf(message)).toEqual(names);
  });
});

describe('the language', () => {
  it.each<[Language | null, string[], Language]>([
    ['nl', ['en-GB'], 'nl'],
    ['en', ['nl-NL'], 'en'],
    [null, ['nl-NL', 'en'], 'nl'],
    [null, ['en-GB', 'nl'], 'en'],
    [null, ['de-DE', 'NL'], 'nl'],
    [null, ['de-DE'], 'en'],
    [null, [], 'en'],
  ])('chosen %s on a device of %j is %s', (chosen, ofDevice, language) => {
    expect(languageOf(chosen, ofDevice)).toBe(language);
  });
});
