import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../lib/language';
import { messagesIn } from '../../messages/messages-in';
import { argumentsOf } from './testing/icu-arguments';
import { usedKeys } from './testing/used-keys';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'messages');
const AREAS = readdirSync(path.join(FOLDER, 'en')).map((file) => path.basename(file, '.json'));

/** Quotation marks of other languages, and spaces at which a line would break: in French all but the narrow one. */
const WRONG_CHARACTERS: Record<Language, RegExp> = {
  en: /["'«»„]|\d %|\(n = /,
  nl: /["'«»„]|\d %|\(n = /,
  de: /["'«»”]|\d %|\(n = /,
  fr: /["'“”„]|[ \u00a0][;!»%]|[ \u00a0][:?](?:\s|$)|«[ \u00a0]|\d[ \u00a0]\d{3}|\(n = /,
};

function catalogueOf(area: string, language: string): Record<string, object> {
  return JSON.parse(readFileSync(path.join(FOLDER, language, `${area}.json`), 'utf8'));
}

/** Every message of a catalogue by its dotted key. */
function messagesOf(catalogue: object, path: string[] = []): [key: string, message: string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] as [string, string]]
      : messagesOf(value as object, [...path, name]),
  );
}

it('every language has the same areas', () => {
  expect(AREAS.length).toBeGreaterThan(20);
  for (const language of LANGUAGES)
    expect(readdirSync(path.join(FOLDER, language))).toEqual(AREAS.map((area) => `${area}.json`));
});

it('no two areas have a group of the same name', () => {
  const groups = AREAS.flatMap((area) => Object.keys(catalogueOf(area, 'en')));
  expect(groups).toEqual([...new Set(groups)]);
});

it('the messages of a page are those of its areas in its language', async () => {
  for (const language of LANGUAGES) {
    const expected = { ...catalogueOf('home', language), ...catalogueOf('when', language) };
    expect(await messagesIn(language, 'home', 'when')).toEqual(expected);
  }
});

describe.each(AREAS.flatMap((area) => LANGUAGES.map((language) => ({ area, language }))))('$area, $language', (one) => {
  const english = messagesOf(catalogueOf(one.area, 'en'));
  const catalogue = catalogueOf(one.area, one.language);
  const messages = messagesOf(catalogue);

  it('has the keys of the English catalogue', () => {
    expect(messages.map(([key]) => key).sort()).toEqual(english.map(([key]) => key).sort());
  });

  it('has the quotation marks, apostrophes and spaces of its language', () => {
    const wrong = messages.filter(([, message]) => WRONG_CHARACTERS[one.language].test(message));
    expect(wrong).toEqual([]);
  });

  it('has the same arguments in every message', () => {
    const own = new Map(messages);
    const differing = english.filter(
      ([key, message]) => argumentsOf(message).join() !== argumentsOf(own.get(key) ?? '').join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('names no command that a release does not have', () => {
    expect(messages.filter(([, message]) => message.includes('npm '))).toEqual([]);
  });

  it('formats every message', () => {
    const problems: unknown[] = [];
    const t = createTranslator({
      locale: one.language,
      messages: catalogue,
      onError: (problem) => problems.push(problem),
    }) as unknown as (key: string, values: Record<string, string | number>) => string;
    const unfit = messages.filter(([key, message]) => {
      const text = t(key, Object.fromEntries(argumentsOf(message).map((name) => [name, 7])));
      return text.trim() === '' || /[{}]/.test(text);
    });
    expect(problems).toEqual([]);
    expect(unfit).toEqual([]);
  });
});

describe('the keys that pages and components use', () => {
  const isMeant = (file: string) => /^(?:app|components)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);
  const used = usedKeys(ROOT, isMeant);

  it('are read from all of them', () => {
    for (const file of ['app/not-found.tsx', 'components/home/headline.ts', 'components/pairing/pair-screen.tsx'])
      expect(used.files).toContain(file);
    expect(used.keys.size).toBeGreaterThan(150);
    expect(used.unclear).toEqual([]);
  });

  it.each(AREAS)('leave none of the messages of %s unused', (area) => {
    const unused = messagesOf(catalogueOf(area, 'en')).filter(([key]) => !used.keys.has(key));
    expect(unused.map(([key]) => key)).toEqual([]);
  });
});

it('an unused key is reported, and one that is composed at run time is not', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-keys-'));
  writeFileSync(path.join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
  writeFileSync(
    path.join(folder, 'asks.ts'),
    `type Translator<Messages, Namespace> = { (key: Messages & string): string; namespace: Namespace };
declare const inMenu: Translator<'sorts.late' | 'sorts.oldest' | 'close' | 'open', 'menu'>;
declare const everywhere: Translator<'link.live' | 'link.lost', never>;
declare const anything: Translator<string, never>;
export const says = (sort: 'late' | 'oldest', text: string) => [
  inMenu(\`sorts.\${sort}\`), inMenu('close'), everywhere('link.live'), anything(text), says.toString(),
];`,
  );
  const { keys, unclear } = usedKeys(folder, () => true);
  rmSync(folder, { recursive: true });
  expect([...keys].sort()).toEqual(['link.live', 'menu.close', 'menu.sorts.late', 'menu.sorts.oldest']);
  expect(unclear).toEqual(['asks.ts text']);
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
