import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import type { Language } from '../../lib/language';
import { useNumbers } from './day-text';

function Shares({ rates, digits }: { rates: readonly number[]; digits: 0 | 1 }): string {
  const { percent } = useNumbers();
  return rates.map((rate) => percent(rate, digits)).join(', ');
}

function sharesIn(locale: Language, rates: readonly number[], digits: 0 | 1): string {
  const children = createElement(Shares, { rates, digits });
  const markup = renderToStaticMarkup(createElement(IntlProvider, { locale, messages: {}, timeZone: 'UTC', children }));
  return markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('\u00a0', ' ');
}

it('a share that is not all is not shown as all, nor one that is not none as none', () => {
  expect(sharesIn('en', [0, 1 / 3000, 1 / 2000, 1999 / 2000, 2999 / 3000, 1], 1)).toBe(
    '0.0 %, <0.1 %, 0.1 %, >99.9 %, >99.9 %, 100.0 %',
  );
  expect(sharesIn('en', [0, 1 / 300, 1 / 200, 0.994, 299 / 300, 1], 0)).toBe('0 %, <1 %, 1 %, 99 %, >99 %, 100 %');
  expect(sharesIn('de', [1 / 3000, 2999 / 3000], 1)).toBe('<0,1 %, >99,9 %');
});
