import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { LiveBranch } from '../../contract/live-branches';
import { LANGUAGES, type Language } from '../../lib/language';
import { liveDashboardMessages } from '../../messages/areas/live-dashboard';
import { managerMessages } from '../../messages/areas/manager';
import { whenMessages } from '../../messages/areas/when';
import { joinMessages } from '../messages/join-messages';
import { PosCard } from './cards';

const NOW = Date.parse('2026-06-19T18:00:00+02:00');
const HOUR = 3_600_000;
const MESSAGES = joinMessages(managerMessages, liveDashboardMessages, whenMessages);
const NONE = { tickets: [], guests: 0, late: [] };

function posCard(locale: Language, clockOffMs: number | null): string {
  const live: LiveBranch = {
    branch: { number: 1, name: null, timeZone: 'Europe/Amsterdam' },
    pace: { counted: [], leftOut: [], preparationSeconds: null, against: null, late: [], courses: [] },
    cooking: NONE,
    onPass: NONE,
    oldest: null,
    unit: null,
    lastDeliveryAt: new Date(NOW).toISOString(),
    posOffsetMs: 0,
    clockOffMs,
    gaps: [],
    screens: [],
  };
  const children = createElement(PosCard, { live, now: NOW, link: () => null });
  return renderToStaticMarkup(
    createElement(IntlProvider, { locale, messages: MESSAGES[locale], timeZone: 'UTC', children }),
  );
}

test('[F23a] the live page says how far a stray clock is off, not that it agrees', () => {
  expect(posCard('en', null)).toContain('agrees with ours');
  expect(posCard('en', 12 * HOUR)).toMatch(/clock is 12 h 00 behind ours: new courses are closed on arrival/);
  expect(posCard('en', -8 * HOUR)).toMatch(/clock is 8 h 00 ahead of ours: no course becomes late/);
  expect(posCard('en', 12 * HOUR)).not.toContain('agrees with ours');
  for (const language of LANGUAGES) expect(posCard(language, 12 * HOUR)).toMatch(/12[^<]*00/);
});
