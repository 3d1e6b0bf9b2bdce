import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { describe, expect, test } from 'vitest';
import type { LiveBranch } from '../../contract/live-branches';
import type { ServesReport } from '../../contract/reports';
import { namedCourse } from '../../domain/testing/facts';
import { LANGUAGES, type Language } from '../../lib/language';
import { catalogueOf } from '../testing/catalogue';
import { FlightCard, LateCard, OldestCard, PosCard, QuietCard } from './cards';

const NOW = Date.parse('2026-06-19T18:00:00+02:00');
const HOUR = 3_600_000;
const MESSAGES = await catalogueOf('manager', 'live-dashboard', 'ticket', 'when');
const NONE = { tickets: [], guests: 0, late: [] };

function branch(overrides: Partial<LiveBranch>): LiveBranch {
  return {
    branch: { number: 1, name: null, timeZone: 'Europe/Amsterdam' },
    pace: { counted: [], leftOut: [], preparationSeconds: null, against: null, late: [], courses: [] },
    cooking: NONE,
    onPass: NONE,
    oldest: null,
    unit: null,
    dayBeganAt: null,
    lastDeliveryAt: new Date(NOW).toISOString(),
    posOffsetMs: 0,
    isPosClockKnown: true,
    clockOffMs: null,
    gaps: [],
    screens: [],
    ...overrides,
  };
}

function render(
  card: typeof PosCard,
  overrides: Partial<LiveBranch>,
  locale: Language = 'en',
  serves: ServesReport | null = null,
): string {
  const children = createElement(card, { live: branch(overrides), now: NOW, serves, link: () => null });
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

test('[F20c] the live page counts what cooks, not what waits on the pass', () => {
  const lastDeliveryAt = new Date(NOW - HOUR / 3).toISOString();
  const three = { ...NONE, tickets: ['1-1-1', '2-1-1', '3-1-1'] };
  expect(render(PosCard, { lastDeliveryAt, cooking: three })).toContain('quiet for 20 min while courses cook');
  expect(render(PosCard, { lastDeliveryAt, onPass: three })).not.toContain('quiet for');
});

test('[F23b] the live page does not say that a clock agrees before it is known', () => {
  for (const language of LANGUAGES) {
    const unknown = render(PosCard, { isPosClockKnown: false }, language);
    expect(unknown).not.toEqual(render(PosCard, {}, language));
    expect(unknown).not.toContain('clockUnknown');
  }
  expect(render(PosCard, { isPosClockKnown: false })).toContain('is not known yet');
  expect(render(PosCard, { isPosClockKnown: false })).not.toContain('agrees with ours');
  expect(render(PosCard, { isPosClockKnown: true, posOffsetMs: 440_000 })).toContain('7 min behind');
});

test('[F23a] without open courses, it does not promise the next one of a POS whose courses are closed on arrival', () => {
  expect(render(QuietCard, {})).toMatch(/All is quiet.*last message arrived just now.*shows here/);
  const closed = render(QuietCard, { clockOffMs: 8 * HOUR });
  expect(closed).toMatch(/No course is shown.*arrived just now, but the POS’s clock is wrong/);
  expect(closed).not.toMatch(/All is quiet|shows here/);
  expect(render(QuietCard, { clockOffMs: -8 * HOUR })).toContain('All is quiet');
});

test('a course whose start is still to come, by a clock that is ahead, has been open for no time', () => {
  const oldest: LiveBranch['oldest'] = {
    ...{ ticket: '1-1-1', orderNumber: null, ticketNumber: null, state: 'cooking', lateAt: null },
    course: namedCourse({ number: 1, name: 'Drinks', abbreviation: 'DR', sequence: 1 }),
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

describe('how often served was pressed today', () => {
  const workplaces = [
    { workplace: 1, n: 290, pressed: 261 },
    { workplace: 3, n: 50, pressed: 10 },
    { workplace: null, n: 4, pressed: 0 },
  ];
  const often: ServesReport = { n: 344, pressed: 271, workplaces };
  const rarely: ServesReport = { n: 344, pressed: 71, workplaces: [] };
  const oldest: NonNullable<LiveBranch['oldest']> = {
    ...{ ticket: '1-3-1', orderNumber: null, ticketNumber: null, state: 'ready' },
    course: namedCourse(),
    table: { number: '19', subNumber: '1', name: null, guests: 2 },
    since: new Date(NOW - HOUR).toISOString(),
    lateAt: new Date(NOW - HOUR / 2).toISOString(),
  };
  const onPass = { tickets: ['1-3-1'], guests: 2, late: ['1-3-1'] };

  test('[F20g] the live page says it, and at which workplace it was rare', () => {
    expect(render(PosCard, {}, 'en', often)).toContain(
      'Today: “Served” was pressed for 79\u00a0% of 344 courses; at workplace 3 for 20\u00a0%',
    );
    expect(render(PosCard, {}, 'en', { n: 19, pressed: 0, workplaces: [] })).not.toContain('pressed');
    for (const language of LANGUAGES)
      expect(render(PosCard, {}, language, often)).toMatch(/79\u00a0%.*344.*3.*20\u00a0%/);
  });

  test('[F20g] what it shows of the pass is quiet where that was rare', () => {
    for (const [card, overrides] of [
      [FlightCard, { onPass }],
      [OldestCard, { oldest }],
    ] as const) {
      expect(render(card, overrides, 'en', often)).toMatch(/text-trouble/);
      expect(render(card, overrides, 'en', often)).not.toContain('rarely');
      const quiet = render(card, overrides, 'en', rarely);
      expect(quiet).toContain('“Served” is rarely pressed');
      expect(quiet).not.toMatch(/text-trouble/);
    }
    const cooking = render(OldestCard, { oldest: { ...oldest, state: 'cooking' } }, 'en', rarely);
    expect(cooking).toMatch(/text-trouble/);
    expect(cooking).not.toContain('rarely');
  });
});
