'use client';

import type { RefObject } from 'react';
import type { Ticket } from '../../contract/live';
import { useSlides } from '../screen/use-slides';
import type { Arranged } from './arrange';

type Props = {
  ground: RefObject<HTMLElement | null>;
  arranged: Arranged;
  /** What else decides the places of the cards: page size, page, layout. */
  page: readonly (string | number)[];
};

/** The animation of the wall's cards, as a component that loads after them. */
export function Slides({ ground, arranged, page }: Props) {
  useSlides(ground, placesOf(arranged, page));
  return null;
}

/** The position of every card as one string: sort order, page size and page. */
function placesOf({ cooking, ready }: Arranged, page: Props['page']): string {
  const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id).join(' ');
  return [...page, ids(cooking), ids(ready)].join('|');
}
