import { describe, expect, it } from 'vitest';
import { type Language, languageIn, languageOf } from './language';

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

  it.each<[string, Language | null]>([
    ['lang=nl', 'nl'],
    ['branch=1&lang=en', 'en'],
    ['lang=de', null],
    ['lang=', null],
    ['', null],
  ])('that ?%s chooses is %s', (query, chosen) => {
    expect(languageIn(new URLSearchParams(query))).toBe(chosen);
  });
});
