import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, LOCALES } from '../../lib/language';
import { momentOf } from '../time/when';

const FOLDER = path.join(import.meta.dirname, '../../messages');

type Values = Record<string, string | number>;

/** Returns a function that formats a message of an area by its dotted key. */
function sayIn(language: Language, area: string): (key: string, values: Values) => string {
  const messages = JSON.parse(readFileSync(path.join(FOLDER, language, `${area}.json`), 'utf8')) as object;
  return createTranslator({ locale: language, messages }) as unknown as (key: string, values: Values) => string;
}

describe('when a delivery was erased', () => {
  const NOW = Date.parse('2026-06-19T18:00:00Z');
  const when = (language: Language, day: string) => {
    const moment = momentOf(Date.parse(`${day}T12:00:00Z`), NOW, { timeZone: 'UTC', locale: LOCALES[language] });
    const none = { count: 0, clock: '', weekday: '', date: '' };
    return sayIn(language, 'when')(`when.${moment.on}`, { ...none, ...moment });
  };

  it.each([
    ['en', /\bon (?:today|yesterday)/],
    ['nl', /\bop (?:vandaag|gisteren)/],
    ['de', /\bam (?:heute|gestern|Montag)/],
    ['fr', /\ble (?:le|aujourd’hui|hier|lundi)\b/],
  ] as const)('reads as a sentence in %s on every day', (language, broken) => {
    for (const day of ['2026-06-19', '2026-06-18', '2026-06-15', '2026-01-15']) {
      const text = sayIn(language, 'deliveries')('deliveries.detail.erased', { when: when(language, day) });
      expect(text).not.toMatch(broken);
    }
  });
});

/** One message with a count of one, in the order of the languages. */
type OfOne = { area: string; key: string; values: Values; texts: string[] };

const OF_ONE: OfOne[] = [
  { area: 'settings', key: 'settings.values.days', values: { count: 1 }, texts: ['1 day', '1 dag', '1 Tag', '1 jour'] },
  {
    area: 'deliveries',
    key: 'deliveries.replay.result',
    values: { replayed: 2, applied: 1, left: 1 },
    texts: [
      '2 read again: 1 now counts, 1 still cannot be read.',
      '2 opnieuw gelezen: 1 telt nu mee, 1 is nog steeds niet te lezen.',
      '2 noch einmal gelesen: 1 zählt jetzt, 1 ist weiterhin nicht lesbar.',
      '2 messages relus : 1 compte maintenant, 1 reste illisible.',
    ],
  },
  {
    area: 'practice-service',
    key: 'practiceService.open',
    values: { count: 1 },
    texts: [
      'One real course is open. A practice can start when it is served.',
      'Er staat één echte gang open. Een oefening kan beginnen als die uitgeserveerd is.',
      'Ein echter Gang ist offen. Eine Übung kann beginnen, wenn er serviert ist.',
      'Un vrai bon est en cours. Un exercice peut commencer quand il est servi.',
    ],
  },
  {
    area: 'reports',
    key: 'reports.heat.cell.courses',
    values: { day: 'D', hour: 'H', count: 1 },
    texts: ['D H: 1 course. Show it.', 'D H: 1 gang. Toon die.', 'D H: 1 Gang. Anzeigen.', 'D H : 1 bon. L’afficher.'],
  },
  {
    area: 'reports',
    key: 'reports.dataQuality.all',
    values: { n: 1, count: '1' },
    texts: ['The one course counts.', 'De ene gang telt mee.', 'Der eine Gang zählt mit.', 'Le seul bon compte.'],
  },
  { area: 'wall', key: 'wall.more', values: { count: 1 }, texts: ['+1 more', '+1 meer', '+1 mehr', '+1 de plus'] },
  { area: 'pass', key: 'pass.more', values: { count: 1 }, texts: ['+1 more', '+1 meer', '+1 mehr', '+1 de plus'] },
  { area: 'ready', key: 'comingUp.more', values: { count: 1 }, texts: ['+1 more', '+1 meer', '+1 mehr', '+1'] },
];

it.each(OF_ONE)('$key is right for one', ({ area, key, values, texts }) => {
  expect(LANGUAGES.map((language) => sayIn(language, area)(key, values))).toEqual(texts);
});

it.each(LANGUAGES)('the button that turns the wall’s pages is named by what it shows, in %s', (language) => {
  const say = sayIn(language, 'wall');
  const counts = say('wall.more', { count: 3 });
  expect(say('wall.nextPage', { counts })).toContain(counts);
});
