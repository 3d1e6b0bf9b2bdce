'use client';

import type { RefObject } from 'react';
import { useSlides } from '../screen/use-slides';

/** The wall's slides as a part that comes once its cards stand. */
export function Slides({ ground, arrangement }: { ground: RefObject<HTMLElement | null>; arrangement: string }) {
  useSlides(ground, arrangement);
  return null;
}
