import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../lib/language';
import type { Refusal } from '../manager/call-api';
import { catalogueOf } from '../testing/catalogue';
import { useProblemTextOf } from './change';

const MESSAGES = await catalogueOf('manager');

function ProblemText({ refusal }: { refusal: Refusal }): string {
  return useProblemTextOf((key) => `own text of ${key}`, ['used'])(refusal);
}

function problemIn(locale: Language, refusal: Refusal): string {
  const messages = MESSAGES[locale];
  const children = createElement(ProblemText, { refusal });
  return renderToStaticMarkup(createElement(IntlProvider, { locale, messages, timeZone: 'UTC', children }));
}

const refused = (code: string | null): Refusal => ({
  is: 'refused',
  status: 409,
  why: 'As the server says it.',
  code,
  waitSeconds: null,
});

it.each(LANGUAGES)('what any request may be refused for is said in the language of the page, in %s', (language) => {
  for (const code of ['owner', 'branch', 'unavailable'])
    expect(problemIn(language, refused(code))).not.toMatch(/As the server|own text|manager\./);
});

it('a refusal has the text of its request if its code is known there, and otherwise the text of the server', () => {
  expect(problemIn('nl', refused('used'))).toBe('own text of used');
  expect(problemIn('nl', { is: 'unreachable' })).toBe('own text of unreachable');
  expect(problemIn('nl', refused('something new'))).toBe('As the server says it.');
  expect(problemIn('nl', refused(null))).toBe('As the server says it.');
});
