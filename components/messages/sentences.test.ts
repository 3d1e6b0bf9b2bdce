import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { type Language, LOCALES } from '../../lib/language';
import { momentOf } from '../time/ago';

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
