import { describe, expect, it } from 'vitest';
import { deviceLanguages, type Language, languageIn, languageOf } from './language';

describe('the language', () => {
  it.each<[Language | null, string[], Language]>([
    ['nl', ['en-GB'], 'nl'],
    ['en', ['nl-NL'], 'en'],
    [null, ['nl-NL', 'en'], 'nl'],
    [null, ['en-GB', 'nl'], 'en'],
    [null, ['de-AT', 'NL'], 'de'],
    [null, ['it-IT', 'FR', 'en'], 'fr'],
    [null, ['fry', 'nl'], 'nl'],
    [null, ['it-IT'], 'en'],
    [null, [], 'en'],
  ])('chosen %s on a device of %j is %s', (chosen, ofDevice, language) => {
    expect(languageOf(chosen, ofDevice)).toBe(language);
  });

  it.each<[string, Language | null]>([
    ['lang=nl', 'nl'],
    ['branch=1&lang=en', 'en'],
    ['lang=de', 'de'],
    ['lang=fr', 'fr'],
    ['lang=it', null],
    ['lang=', null],
    ['', null],
  ])('that ?%s chooses is %s', (query, chosen) => {
    expect(languageIn(new URLSearchParams(query))).toBe(chosen);
  });
});

describe('the languages of a device', () => {
  it.each([
    ['nl-NL, en;q=0.5, de;q=0.8', null, ['nl-NL', 'de', 'en']],
    ['nl', 'screen=x; heatlamp_language=fr', ['fr', 'nl']],
    ['nl', 'my_heatlamp_language=fr', ['nl']],
    [null, undefined, []],
  ])('with Accept-Language %s and the cookies %s are %j', (acceptLanguage, cookie, languages) => {
    expect(deviceLanguages(acceptLanguage, cookie)).toEqual(languages);
  });
});
