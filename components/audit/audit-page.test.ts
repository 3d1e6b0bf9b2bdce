import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { Language } from '../../lib/language';
import { catalogueOf } from '../testing/catalogue';
import { AuditRow } from './audit-page';

const NOW = Date.parse('2026-06-19T18:00:00Z');
const MESSAGES = await catalogueOf('audit', 'when');

const ROTATED: AuditEntry = {
  ...{ id: 1, at: '2026-06-19T17:00:00.000Z', lastAt: '2026-06-19T17:00:00.000Z', count: 1 },
  ...{ kind: 'change', action: 'secret-added', by: 'Anna', via: 'page', address: null },
  ...{ subject: 'till', branch: null, course: null, query: null },
  ...{ before: null, after: { oldUntil: '2026-06-26T22:30:00.000Z' } },
};

const VIEWED: AuditEntry = {
  ...ROTATED,
  ...{ kind: 'view', action: 'deliveries', after: null },
  query: 'from=2026-06-18T22%3A00%3A00Z&q=2026-06-18&to=2026-06-19T15%3A00%3A00%2B02%3A00',
};

function rowIn(locale: Language, entry = ROTATED): string {
  const children = createElement(AuditRow, { entry, now: NOW, timeZone: 'Europe/Amsterdam' });
  return renderToStaticMarkup(
    createElement(IntlProvider, { locale, messages: MESSAGES[locale], timeZone: 'UTC', children }),
  );
}

it('an instant in a change is shown as every other time: in words, in the time zone of the branch', () => {
  expect(rowIn('en')).toContain('old secret until: 27 June 00:30');
  expect(rowIn('de')).toContain('alter Schlüssel bis: 27. Juni, 00:30');
  expect(rowIn('fr')).toContain('fin de l’ancienne clé\u202f: le 27 juin à 00:30');
  expect(rowIn('nl')).not.toContain('2026-06-26T');
});

it('instants in a query are formatted, and other parameters are shown unchanged', () => {
  expect(rowIn('en', VIEWED)).toContain('from=today 00:00 q=2026-06-18 to=today 15:00');
});
