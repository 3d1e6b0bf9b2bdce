'use client';

import type { RefObject } from 'react';
import { useKeptFocus } from '../screen/use-kept-focus';

/** `useKeptFocus` for the cards of a wall, after each of its renders. */
export function KeptFocus({ ground }: { ground: RefObject<HTMLElement | null> }) {
  useKeptFocus(ground, '[data-ticket] button');
  return null;
}
