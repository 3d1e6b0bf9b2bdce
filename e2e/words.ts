import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTranslator } from 'use-intl/core';
import type { Language } from '../lib/language';

type Words = (key: string, values?: Record<string, string | number>) => string;

/** The texts of the pages in a language, so that one test reads them in each. */
export function wordsOf(language: Language): Words {
  const folder = path.join(import.meta.dirname, '../messages', language);
  const messages = Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object),
  );
  return createTranslator({ locale: language, messages }) as unknown as Words;
}
