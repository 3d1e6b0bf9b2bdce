'use client';

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { onTick } from '../clock';
import { useLiveStore } from '../live/live-context';
import { hourSignIn, progressOf, shortText, timerText } from './timer-text';

type Props = { ticket: Ticket; className: string | undefined };

/** The large timer of a card. The outer box is `--digits` wide, and an inner box holds the text. */
export function Timer({ ticket, className }: Props) {
  const hour = hourSignIn(useLocale());
  const write = useCallback(
    (place: HTMLElement, now: number | null) => {
      const text = (now === null ? null : timerText(ticket, now, hour)) ?? '–';
      const shown = place.textContent;
      if (shown === text) return null;
      say(place, text);
      // The box has a fixed number of digits, so that its text changes nothing around it.
      if (shown?.length !== text.length)
        place.parentElement?.style.setProperty('--digits', String(widthInDigits(text)));
      return 'text';
    },
    [ticket, hour],
  );
  return (
    <span className={className} role="timer">
      <span ref={useWritten(write)} />
    </span>
  );
}

/** Time since an instant (POS time, epoch ms) for use in a sentence: `3:10`. */
export function Since({ at }: { at: number }) {
  const hour = hourSignIn(useLocale());
  const write = useCallback(
    (place: HTMLElement, now: number | null) => {
      const text = now === null ? '–' : shortText(now - at, hour);
      if (place.textContent === text) return null;
      say(place, text);
      return 'text';
    },
    [at, hour],
  );
  return <span ref={useWritten(write)} />;
}

/** Changes the existing text node: replacing it would remove, insert and style a node every second. */
function say(place: HTMLElement, text: string): void {
  (place.firstChild ?? place).textContent = text;
}

/** Digits are equally wide and a colon is half as wide; a timer has nothing wider. */
const COLON = 0.5;

function widthInDigits(text: string): number {
  return text.includes(':') ? text.length - 1 + COLON : text.length;
}

/** Progress of a course towards its limit in percent, as `--done`. */
export function Progress({ ticket, className }: Props) {
  const write = useCallback(
    (place: HTMLElement, now: number | null) => {
      const percent = now === null ? null : progressOf(ticket, now);
      const done = percent === null ? '0%' : `${percent}%`;
      if (place.style.getPropertyValue('--done') === done) return null;
      place.style.setProperty('--done', done);
      return 'text';
    },
    [ticket],
  );
  return <span ref={useWritten(write)} className={className} aria-hidden="true" />;
}

/**
 * Writes a value that changes every second straight to the DOM: two hundred timers through React block a cheap device
 * for longer than a tap may take. `write` must be stable; it returns whether the value changed, for the clock.
 */
function useWritten(write: (place: HTMLElement, now: number | null) => 'text' | null): RefObject<HTMLElement | null> {
  const store = useLiveStore();
  const place = useRef<HTMLElement>(null);
  const [, fail] = useState<never>();
  useLayoutEffect(() => {
    const writeNow = () => {
      try {
        return place.current && write(place.current, store.branchNow());
      } catch (error) {
        // Thrown during render, where React catches it: a stopped timer must not look like a running one.
        fail(() => {
          throw error;
        });
        return true;
      }
    };
    writeNow();
    return onTick(writeNow);
  }, [store, write]);
  return place;
}
