'use client';

import type { RefObject } from 'react';
import { useSlides } from '../screen/use-slides';

/** The animation of the wall's cards, as a component that loads after them. */
export function Slides({ ground, arrangement }: { ground: RefObject<HTMLElement | null>; arrangement: string }) {
  useSlides(ground, arrangement);
  return null;
}
