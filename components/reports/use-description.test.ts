import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import type { Language } from '../../lib/language';
import type { ManagerBranch } from '../manager/manager-branch';
import { parsePageQuery } from '../manager/page-query';
import { catalogueOf } from '../testing/catalogue';
import { useDescription } from './report-page';

const BRANCH: ManagerBranch = {
  number: 1,
  name: 'Hafen',
  timeZone: 'Europe/Amsterdam',
  cutOffMinute: 240,
  services: [],
  courses: [],
  now: Date.parse('2026-06-19T19:42:00+02:00'),
};
const MESSAGES = await catalogueOf('manager', 'reports');

function Description({ query }: { query: string }): string {
  const choice = { period: 'today', mayAskAll: true } as const;
  return useDescription()({
    pageQuery: parsePageQuery(new URLSearchParams(query), [BRANCH], choice),
    compared: null,
  });
}

function describeIn(locale: Language, query: string): string {
  const children = createElement(Description, { query });
  return renderToStaticMarkup(
    createElement(IntlProvider, { locale, messages: MESSAGES[locale], timeZone: 'UTC', children }),
  );
}

it('a report is described in the spelling of its language: German nouns begin with a capital', () => {
  expect(describeIn('de', 'kind=table&state=started')).toContain('Hafen · Tische, in Arbeit, ');
  expect(describeIn('de', 'kind=cafeteria&state=served')).toContain('Hafen · Theke, serviert, ');
  expect(describeIn('en', 'kind=cafeteria&state=started')).toContain('Hafen · counter, cooking, ');
  expect(describeIn('nl', 'kind=table&state=ready')).toContain('Hafen · tafels, klaar, ');
  expect(describeIn('fr', 'kind=cafeteria&state=served')).toContain('Hafen · comptoir, servis, ');
});

it('a searched text has the quotation marks of the language', () => {
  expect(describeIn('de', 'q=Jansen')).toContain('„Jansen“');
  expect(describeIn('fr', 'q=Jansen')).toContain('«\u202fJansen\u202f»');
});
