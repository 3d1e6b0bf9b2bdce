'use client';

import { type KeyboardEvent, useState } from 'react';

const TURNS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/**
 * Moves focus between the marks of a chart by arrow keys; the chart is a single tab stop, because it may have a hundred
 * marks. Marks need the props of `markProps`; `first` is the tab stop.
 */
export function useArrows(first: { x: number; y: number }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const current = chosen ?? `${first.x},${first.y}`;
  return {
    onKeyDown(event: KeyboardEvent<Element>) {
      const turn = TURNS[event.key];
      const here = event.target instanceof Element ? event.target.closest('[data-mark]') : null;
      if (!turn || !here) return;
      const next = nearest([...event.currentTarget.querySelectorAll('[data-mark]')], placeOf(here), turn);
      event.preventDefault();
      if (!next) return;
      setChosen(next.getAttribute('data-mark'));
      (next as HTMLElement | SVGElement).focus();
    },
    markProps: (x: number, y: number) => {
      const mark = `${x},${y}`;
      return { 'data-mark': mark, tabIndex: mark === current ? 0 : -1 };
    },
  };
}

type Place = readonly [x: number, y: number];

function placeOf(mark: Element): Place {
  const [x = 0, y = 0] = (mark.getAttribute('data-mark') ?? '').split(',').map(Number);
  return [x, y];
}

/** Returns the next mark in this direction, in the same row or column. */
function nearest(marks: readonly Element[], [x, y]: Place, [right, down]: Place): Element | null {
  let best: Element | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const [markX, markY] = placeOf(mark);
    const away = (markX - x) * right + (markY - y) * down;
    const isInLine = right === 0 ? markX === x : markY === y;
    if (isInLine && away > 0 && away < least) [best, least] = [mark, away];
  }
  return best;
}
