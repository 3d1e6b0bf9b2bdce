import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import { catalogueOf } from '../testing/catalogue';
import { party, tableCourse, ticket } from '../testing/tickets';
import { CardFoot } from './card-foot';
import { FIRST_STATE, type FootClock } from './card-state';
import type { Look } from './wall-layout';

const { en: messages } = await catalogueOf('screen', 'ticket', 'wall');

function dotsOn(look: Look, clock: FootClock | null, courses: number): number {
  const long = party({ courses: Array.from({ length: courses }, (_, number) => tableCourse({ number })) });
  const state = { ...FIRST_STATE, clock, minutes: 38 };
  const children = createElement(CardFoot, { ticket: ticket(), party: long, state, unseen: '', look });
  const html = renderToStaticMarkup(createElement(IntlProvider, { locale: 'en', messages, timeZone: 'UTC', children }));
  return html.split('data-dot=').length - 1;
}

it('shows the progress of a long party, but not beside the time without food on a dense card', () => {
  expect([dotsOn('dense', null, 6), dotsOn('dense', 'firstCourse', 6), dotsOn('roomy', 'hungry', 6)]).toEqual([
    6, 6, 6,
  ]);
  expect([dotsOn('dense', 'hungry', 4), dotsOn('dense', 'noFood', 4)]).toEqual([0, 0]);
  expect([dotsOn('dense', 'hungry', 3), dotsOn('dense', 'noFood', 2)]).toEqual([3, 2]);
});
