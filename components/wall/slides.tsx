'use client';

import type { RefObject } from 'react';
import { useSlides } from '../screen/use-slides';

/** The animation of the wall's cards, as a component that loads after them. `places` is the place of every card. */
export function Slides({ ground, places }: { ground: RefObject<HTMLElement | null>; places: string }) {
  useSlides(ground, places);
  return null;
}
