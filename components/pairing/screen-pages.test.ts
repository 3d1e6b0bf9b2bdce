import { expect, it } from 'vitest';
import { choicesOf } from './screen-pages';

const one = [{ number: 3 }];
const two = [{ number: 3 }, { number: -4 }];
const hrefs = (view: string, branches: { number: number }[], lang: 'nl' | null = null) =>
  choicesOf({ view, branches }, lang).map(({ href }) => href);

it('says which branch only where there are several', () => {
  expect(hrefs('kitchen', one)).toEqual(['/kitchen']);
  expect(hrefs('kitchen', two)).toEqual(['/kitchen?branch=3', '/kitchen?branch=-4']);
});

it('takes a chosen language along', () => {
  expect(hrefs('kitchen', one, 'nl')).toEqual(['/kitchen?lang=nl']);
  expect(hrefs('kitchen', two, 'nl')).toEqual(['/kitchen?branch=3&lang=nl', '/kitchen?branch=-4&lang=nl']);
});

it.each(['pass', 'ready', 'tables'])('lets a screen of view %s open the kitchen’s page, not as its own', (view) => {
  expect(choicesOf({ view, branches: one }, null)).toEqual([
    { view: 'kitchen', branch: one[0], isOwn: false, href: '/kitchen' },
  ]);
});

it.each(['pickup', 'api', 'of-tomorrow'])('offers nothing to view %s: guests and programs see no wall', (view) => {
  expect(hrefs(view, two)).toEqual([]);
});
