import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesIn } from '../../messages/messages-in';
import { InLanguage } from '../messages/with-messages';
import { HomePage } from './home-page';

it('a page with two guides names each by its own heading', async () => {
  const overview = { subscriptions: 0, screens: 0, lastDeliveryAt: null };
  const children = createElement(HomePage, {
    first: { serverTime: Date.now(), overview, device: { is: 'revoked' }, hasOwner: true, hasBackup: true },
    timeZone: 'UTC',
    language: 'en',
    chosen: null,
  });
  const messages = await messagesIn('en', 'home', 'when');
  const page = renderToStaticMarkup(createElement(InLanguage, { language: 'en', messages, children }));
  const valuesOf = (attribute: string) =>
    [...page.matchAll(new RegExp(` ${attribute}="([^"]+)"`, 'g'))].map(([, value]) => value);
  const ids = valuesOf('id');
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(valuesOf('aria-labelledby')));
  expect(valuesOf('aria-labelledby').length).toBeGreaterThanOrEqual(2);
});
