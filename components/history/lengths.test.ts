import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import type { CourseDetails } from '../../contract/history';
import type { Ticket } from '../../contract/live';
import { catalogueOf } from '../testing/catalogue';
import { at, ready } from '../testing/tickets';
import { factsOf, Lengths } from './lengths';

const { en: messages } = await catalogueOf('manager', 'clipboard', 'history', 'ticket', 'visit-timeline');

/** A course that was ready at minute 5. */
function course(overrides: Partial<Ticket>, passMs = 0): CourseDetails {
  return {
    ticket: ready(5, overrides),
    businessDay: '2026-06-19',
    overtime: { isLate: false, cookingMs: 0, passMs },
    tableCourses: [],
    actions: [],
    deliveries: [],
    deliveryCount: 0,
  };
}

function pass(details: CourseDetails): string {
  const children = createElement(Lengths, { details });
  const markup = renderToStaticMarkup(
    createElement(IntlProvider, { locale: 'en', messages, timeZone: 'UTC', children }),
  );
  const text = markup.replaceAll(/(<[^>]+>)+/g, '|');
  return text.slice(text.indexOf('On the pass'));
}

const collected = { by: { id: 1, name: 'Tablet' }, at: at(10) };

it('[F15a] the wait on the pass ends with the serve, and the time until the collect is another figure', () => {
  const { until } = factsOf(course({ collected, servedAt: at(17) }));
  expect(until).toEqual({ collected: 5 * 60_000, served: 12 * 60_000 });
  expect(factsOf(course({ collected })).until).toEqual({ collected: 5 * 60_000, served: null });
  expect(factsOf(course({ servedAt: at(4) })).until).toEqual({ collected: null, served: null });

  expect(pass(course({ collected, servedAt: at(17) }, 60_000))).toBe(
    'On the pass |1:00 over its limit|until collected|5:00|until served|12:00|',
  );
  expect(pass(course({ servedAt: at(8) }))).toBe('On the pass |within its limit|until served|3:00|');
  expect(pass(course({}))).toBe('On the pass |until served|–|');
});
