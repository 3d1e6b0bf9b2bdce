'use client';

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { onTick } from '../clock';
import { useLiveStore } from '../live/live-context';
import { hourSignIn, progressOf, shortText, timerText } from './timer-text';

type Props = { ticket: Ticket; className: string | undefined };

/** The big timer of a card; its box is as wide as `--digits` digits, and the text has one of its own in it. */
export function Timer({ ticket, className }: Props) {
  const hour = hourSignIn(useLocale());
  const write = useCallback(
    (place: HTMLElement, now: number | null) => {
      const text = (now === null ? null : timerText(ticket, now, hour)) ?? '–';
      const shown = place.textContent;
      if (shown === text) return;
      say(place, text);
      // Its box is as wide as so many digits: its text changes nothing around it.
      if (shown?.length !== text.length)
        place.parentElement?.style.setProperty('--digits', String(widthInDigits(text)));
    },
    [ticket, hour],
  );
  return (
    <span className={className} role="timer">
      <span ref={useWritten(write)} />
    </span>
  );
}

/** How long ago an instant is (POS time, epoch ms), `3:10`, inside a sentence. */
export function Since({ at }: { at: number }) {
  const hour = hourSignIn(useLocale());
  const write = useCallback(
    (place: HTMLElement, now: number | null) => {
      const text = now === null ? '–' : shortText(now - at, hour);
      if (place.textContent !== text) say(place, text);
    },
    [at, hour],
  );
  return <span ref={useWritten(write)} />;
}

/** Another text in the same node is no other node: nothing is taken out, put in and styled anew. */
function say(place: HTMLElement, text: string): void {
  (place.firstChild ?? place).textContent = text;
}

/** Digits are all as wide, a colon is half of one; nothing else in a timer is wider. */
const COLON = 0.5;

function widthInDigits(text: string): number {
  return text.includes(':') ? text.length - 1 + COLON : text.length;
}

/** How far a course is towards its limit, as `--done`. */
export function Progress({ ticket, className }: Props) {
  const write = useCallback(
    (place: HTMLElement, now: number | null) => {
      const percent = now === null ? null : progressOf(ticket, now);
      const done = percent === null ? '0%' : `${percent}%`;
      if (place.style.getPropertyValue('--done') !== done) place.style.setProperty('--done', done);
    },
    [ticket],
  );
  return <span ref={useWritten(write)} className={className} aria-hidden="true" />;
}

/**
 * What changes every second, on every card, is written straight into the page: two hundred of them through React hold up
 * a cheap device for longer than a finger forgives. `write` is the same until what it writes of is another.
 */
function useWritten(write: (place: HTMLElement, now: number | null) => void): RefObject<HTMLElement | null> {
  const store = useLiveStore();
  const place = useRef<HTMLElement>(null);
  const [, fail] = useState<never>();
  useLayoutEffect(() => {
    const writeNow = () => {
      try {
        if (place.current) write(place.current, store.branchNow());
      } catch (error) {
        // Thrown where React sees it: a timer that stands still must not look like one that runs.
        fail(() => {
          throw error;
        });
      }
    };
    writeNow();
    return onTick(writeNow);
  }, [store, write]);
  return place;
}
