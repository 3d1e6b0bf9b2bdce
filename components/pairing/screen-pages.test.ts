import { expect, it } from 'vitest';
import { choicesOf } from './screen-pages';

const one = [{ number: 3 }];
const two = [{ number: 3 }, { number: -4 }];
const hrefs = (view: string, branches: { number: number }[], lang: 'nl' | null = null) =>
  choicesOf({ view, branches }, lang).map(({ href }) => href);

it('says which branch only where there are several', () => {
  expect(hrefs('pickup', one)).toEqual(['/pickup']);
  expect(hrefs('pickup', two)).toEqual(['/pickup?branch=3', '/pickup?branch=-4']);
});

it('takes a chosen language along', () => {
  expect(hrefs('pickup', one, 'nl')).toEqual(['/pickup?lang=nl']);
  expect(hrefs('pickup', two, 'nl')).toEqual(['/pickup?branch=3&lang=nl', '/pickup?branch=-4&lang=nl']);
});

it.each([
  ['kitchen', ['/kitchen', '/ready', '/pass', '/tables']],
  ['ready', ['/ready', '/pass', '/tables', '/kitchen']],
  ['pass', ['/pass', '/ready', '/tables', '/kitchen']],
  ['tables', ['/tables', '/ready', '/pass', '/kitchen']],
])('lets a screen of view %s open every page of the house, its own first', (view, paths) => {
  expect(hrefs(view, one)).toEqual(paths);
  const own = choicesOf({ view, branches: one }, null).filter(({ isOwn }) => isOwn);
  expect(own).toEqual([{ view, branch: one[0], isOwn: true, href: paths[0] }]);
});

it('shows guests their own page and nothing of the house', () => {
  expect(hrefs('pickup', one)).toEqual(['/pickup']);
  for (const view of ['kitchen', 'ready', 'pass', 'tables']) expect(hrefs(view, one)).not.toContain('/pickup');
});

it.each(['api', 'of-tomorrow'])('offers nothing to view %s', (view) => {
  expect(hrefs(view, two)).toEqual([]);
});
