import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { CONTROL_WORDS } from './control-words';
import { FRONT_WORDS } from './front-words';
import { GAPS_WORDS } from './gaps-words';
import { HISTORY_WORDS } from './history-words';
import { JOURNAL_WORDS } from './journal-words';
import { LANGUAGES } from './language';
import { LOGIN_WORDS } from './login-words';
import { LOOK_WORDS } from './look-words';
import { NAV_WORDS } from './nav-words';
import { PASS_WORDS } from './pass-words';
import { PICKUP_WORDS } from './pickup-words';
import { PRESUMED_WORDS } from './presumed-words';
import { READY_WORDS } from './ready-words';
import { RECALL_WORDS } from './recall-words';
import { REPORTS_WORDS } from './reports-words';
import { REST_WORDS } from './rest-words';
import { SCREEN_WORDS } from './screen-words';
import { SETTINGS_WORDS } from './settings-words';
import { SITE_WORDS } from './site-words';
import { SOUND_MENU_WORDS } from './sound-menu-words';
import { SOUND_WORDS } from './sound-words';
import { STRIP_WORDS } from './strip-words';
import { TABLES_WORDS } from './tables-words';
import { TAPS_WORDS } from './taps-words';
import { argumentsOf } from './testing/icu-arguments';
import { usedKeys } from './testing/used-keys';
import { VISIT_WORDS } from './visit-words';
import { WALL_MENU_WORDS } from './wall-menu-words';
import { WALL_WORDS } from './wall-words';
import { WAYS_OUT_WORDS } from './ways-out-words';
import { WHEN_WORDS } from './when-words';

const CATALOGUES = {
  screen: SCREEN_WORDS,
  gaps: GAPS_WORDS,
  look: LOOK_WORDS,
  nav: NAV_WORDS,
  taps: TAPS_WORDS,
  wall: WALL_WORDS,
  'wall menu': WALL_MENU_WORDS,
  'ways out': WAYS_OUT_WORDS,
  control: CONTROL_WORDS,
  recall: RECALL_WORDS,
  rest: REST_WORDS,
  ready: READY_WORDS,
  pass: PASS_WORDS,
  presumed: PRESUMED_WORDS,
  tables: TABLES_WORDS,
  visit: VISIT_WORDS,
  history: HISTORY_WORDS,
  pickup: PICKUP_WORDS,
  front: FRONT_WORDS,
  site: SITE_WORDS,
  login: LOGIN_WORDS,
  sound: SOUND_WORDS,
  soundMenu: SOUND_MENU_WORDS,
  strip: STRIP_WORDS,
  journal: JOURNAL_WORDS,
  when: WHEN_WORDS,
  reports: REPORTS_WORDS,
  settings: SETTINGS_WORDS,
};
const names = Object.keys(CATALOGUES) as (keyof typeof CATALOGUES)[];
const ROOT = path.join(import.meta.dirname, '../..');

/** Every message of a catalogue by its dotted key. */
function messagesOf(catalogue: object, path: string[] = []): [key: string, message: string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] as [string, string]]
      : messagesOf(value as object, [...path, name]),
  );
}

it('there are words at all', () => {
  expect(messagesOf(SCREEN_WORDS.en).length).toBeGreaterThan(40);
  expect(messagesOf(WALL_WORDS.en).length).toBeGreaterThan(25);
  expect(messagesOf(WALL_MENU_WORDS.en).length).toBeGreaterThan(20);
  expect(messagesOf(FRONT_WORDS.en).length).toBeGreaterThan(80);
  expect(messagesOf(SITE_WORDS.en).length).toBeGreaterThan(3);
  expect(messagesOf(SOUND_WORDS.en).length).toBeGreaterThan(2);
  expect(messagesOf(SOUND_MENU_WORDS.en).length).toBeGreaterThan(12);
});

it('no two catalogues have a group of one name: a key belongs to one of them', () => {
  const groups = names.flatMap((name) => Object.keys(CATALOGUES[name].en));
  expect(groups).toEqual([...new Set(groups)]);
});

describe.each(names.flatMap((name) => LANGUAGES.map((language) => ({ name, language }))))('$name, $language', (one) => {
  const english = messagesOf(CATALOGUES[one.name].en);
  const catalogue = CATALOGUES[one.name][one.language];
  const messages = messagesOf(catalogue);

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
      locale: one.language,
      messages: catalogue,
      onError: (problem) => problems.push(problem),
    }) as unknown as (key: string, values: Record<string, string | number>) => string;
    const values = Object.fromEntries(argumentsOf(message).map((name) => [name, 7]));
    const said = say(key, values);
    expect(problems).toEqual([]);
    expect(said.trim()).not.toBe('');
    expect(said).not.toMatch(/[{}]/);
  });
});

describe('the keys that pages and components ask for', () => {
  const isMeant = (file: string) => /^(?:app|components)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);
  const used = usedKeys(ROOT, isMeant);

  it('are read from all of them', () => {
    for (const file of ['app/not-found.tsx', 'components/home/headline.ts', 'components/pairing/pair-screen.tsx'])
      expect(used.files).toContain(file);
    expect(used.keys.size).toBeGreaterThan(150);
    expect(used.unclear).toEqual([]);
  });

  it.each(names)('leave none of the catalogue of the %s unused', (name) => {
    const unused = messagesOf(CATALOGUES[name].en).filter(([key]) => !used.keys.has(key));
    expect(unused.map(([key]) => key)).toEqual([]);
  });
});

it('a key that nobody asks for is found, and one that is put together is not', () => {
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
