import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import type { CoursePace, LiveBranch } from '../../contract/live-branches';
import { namedCourse } from '../../domain/testing/facts';
import { catalogueOf } from '../testing/catalogue';
import { PaceCard } from './cards';

const { en: messages } = await catalogueOf('manager', 'live-dashboard', 'ticket');

/** What the card says of a course of which `ready` became ready, `compared` of them with an expected time. */
function cardOf(ready: number, compared: number): string {
  const counted = Array.from({ length: ready }, (_, index) => `${index + 1}-3-1`);
  const course: CoursePace = {
    course: namedCourse(),
    counted,
    preparationSeconds: 720,
    against: compared === 0 ? null : { count: compared, behindSeconds: 240 },
  };
  const { preparationSeconds, against } = course;
  const live: LiveBranch = {
    branch: { number: 1, name: null, timeZone: 'Europe/Amsterdam' },
    pace: { counted, leftOut: [], preparationSeconds, against, late: [], courses: [course] },
    cooking: { tickets: [], guests: 0, late: [] },
    onPass: { tickets: [], guests: 0, late: [] },
    oldest: null,
    unit: 'seconds',
    dayBeganAt: null,
    lastDeliveryAt: null,
    posOffsetMs: 0,
    isPosClockKnown: true,
    clockOffMs: null,
    gaps: [],
    screens: [],
  };
  const children = createElement(PaceCard, { live, link: () => null });
  const markup = renderToStaticMarkup(
    createElement(IntlProvider, { locale: 'en', messages, timeZone: 'UTC', children }),
  );
  return (
    /<li.*<\/li>/
      .exec(markup)?.[0]
      .replaceAll(/<[^>]+>/g, '|')
      .replaceAll(/\|+/g, '|') ?? ''
  );
}

it('[F20b] the median and the verdict each have the number of courses that they are based on', () => {
  expect(cardOf(30, 30)).toBe('|Mains|12:00|4 min behind|n = 30|');
  expect(cardOf(30, 5)).toBe('|Mains|12:00|4 min behind (n = 5)|n = 30|');
  expect(cardOf(30, 4)).toBe('|Mains|12:00|n = 30|');
  expect(cardOf(30, 0)).toBe('|Mains|12:00|expected time unknown|n = 30|');
});
