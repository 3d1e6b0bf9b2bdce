import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { LiveBranch } from '../../contract/live-branches';
import { LANGUAGES, type Language } from '../../lib/language';
import { liveDashboardMessages } from '../../messages/areas/live-dashboard';
import { managerMessages } from '../../messages/areas/manager';
import { ticketMessages } from '../../messages/areas/ticket';
import { whenMessages } from '../../messages/areas/when';
import { joinMessages } from '../messages/join-messages';
import { FlightCard, LateCard, OldestCard, PosCard, QuietCard } from './cards';

const NOW = Date.parse('2026-06-19T18:00:00+02:00');
const HOUR = 3_600_000;
const MESSAGES = joinMessages(managerMessages, liveDashboardMessages, ticketMessages, whenMessages);
const NONE = { tickets: [], guests: 0, late: [] };

function branch(overrides: Partial<LiveBranch>): LiveBranch {
  return {
    branch: { number: 1, name: null, timeZone: 'Europe/Amsterdam' },
    pace: { counted: [], leftOut: [], preparationSeconds: null, against: null, late: [], courses: [] },
    cooking: NONE,
    onPass: NONE,
    oldest: null,
    unit: null,
    lastDeliveryAt: new Date(NOW).toISOString(),
    posOffsetMs: 0,
    clockOffMs: null,
    gaps: [],
    screens: [],
    ...overrides,
  };
}

function render(card: typeof PosCard, overrides: Partial<LiveBranch>, locale: Language = 'en'): string {
  const children = createElement(card, { live: branch(overrides), now: NOW, link: () => null });
  return renderToStaticMarkup(
    createElement(IntlProvider, { locale, messages: MESSAGES[locale], timeZone: 'UTC', children }),
  );
}

const posCard = (locale: Language, clockOffMs: number | null) => render(PosCard, { clockOffMs }, locale);

test('[F23a] the live page says how far a stray clock is off, not that it agrees', () => {
  expect(posCard('en', null)).toContain('agrees with ours');
  expect(posCard('en', 12 * HOUR)).toMatch(/clock is 12 h 00 behind ours: new courses are closed on arrival/);
  expect(posCard('en', -8 * HOUR)).toMatch(/clock is 8 h 00 ahead of ours: no course becomes late/);
  expect(posCard('en', 12 * HOUR)).not.toContain('agrees with ours');
  for (const language of LANGUAGES) expect(posCard(language, 12 * HOUR)).toMatch(/12[^<]*00/);
});

test('[F23a] without open courses, it does not promise the next one of a POS whose courses are closed on arrival', () => {
  expect(render(QuietCard, {})).toMatch(/All is quiet.*last delivery arrived just now.*shows here/);
  const closed = render(QuietCard, { clockOffMs: 8 * HOUR });
  expect(closed).toMatch(/No course is shown.*arrived just now, but the POS’s clock is wrong/);
  expect(closed).not.toMatch(/All is quiet|shows here/);
  expect(render(QuietCard, { clockOffMs: -8 * HOUR })).toContain('All is quiet');
});

test('a course whose start is still to come, by a clock that is ahead, has been open for no time', () => {
  const oldest: LiveBranch['oldest'] = {
    ...{ ticket: '1-1-1', orderNumber: null, ticketNumber: null, state: 'cooking', lateAt: null },
    course: { number: 1, name: 'Drinks', abbreviation: 'DR', sequence: 1 },
    table: { number: '19', subNumber: '1', name: null, guests: 2 },
    since: new Date(NOW + 6 * HOUR).toISOString(),
  };
  expect(render(OldestCard, { oldest })).toContain('0:00');
});

test('late courses are counted, also where a link cannot hold them all', () => {
  const late = Array.from({ length: 201 }, (_, index) => `${index}-1-1`);
  const text = render(FlightCard, {
    cooking: { ...NONE, tickets: ['1-1-1'] },
    onPass: { tickets: late, guests: 0, late },
  });
  expect(text.match(/none late/g)).toHaveLength(1);
  expect(text).toContain('201 wait too long');
});

test('without a measured course there is no share of late ones', () => {
  expect(render(LateCard, {})).toMatch(/–.*No measurable course became ready/);
});
