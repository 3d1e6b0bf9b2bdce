'use client';

import { useRef } from 'react';
import { soundMessages } from '../../messages/areas/sound';
import type { Areas } from '../../messages/types';
import { translatorOf } from '../messages/translator';
import { useSound } from './sound-context';

const MUTE_MINUTES = 10;

/** Off by choice is stated without emphasis; wanted but unavailable stands out, because somebody relies on it. */
const LOOKS = {
  off: 'border border-current/45',
  locked: 'border-[0.1em] border-current font-[650] on-warn',
  muted: 'border-[0.1em] border-current',
  on: '',
};

/**
 * Shows that sound is unavailable, and is the button that turns it on. While sound works it is small, and mutes.
 * `isDiscreet` keeps it small on a board whose readers cannot help.
 */
export function SoundBadge({ isDiscreet = false }: { isDiscreet?: boolean }) {
  const { handle, choose, language, state, mutedMinutes } = useSound();
  const t = translatorOf<Areas['sound']>(soundMessages, language);
  const shows = state === 'on' && mutedMinutes > 0 ? 'muted' : state;
  // A press already unlocks the sound, so act on what the button showed when the press began.
  const pressed = useRef<typeof shows>(null);
  const press = () => {
    pressed.current = shows;
  };
  const act = () => {
    const meant = pressed.current ?? shows;
    pressed.current = null;
    if (meant === 'on') handle.opened()?.mute(MUTE_MINUTES * 60_000);
    else if (meant === 'muted') handle.opened()?.mute(0);
    else {
      void handle.load().then((opened) => opened?.unlock());
      choose({ sound: 'on' });
    }
  };
  const text = {
    off: () => t('sound.off'),
    locked: () => t('sound.off'),
    muted: () => t('sound.muted', { minutes: mutedMinutes }),
    on: () => t('sound.mute', { minutes: MUTE_MINUTES }),
  }[shows]();
  const isSmall = isDiscreet || shows === 'on';
  const label = isSmall ? { 'aria-label': text, title: text } : {};
  return (
    <button
      type="button"
      className={`inline-flex min-h-[max(48px,1.75em)] min-w-[max(48px,1.75em)] max-w-full flex-none items-center justify-center gap-5 whitespace-normal rounded-[0.35em] text-start text-[0.74em] leading-[1.15] focus-visible:-outline-offset-5 ${isSmall ? 'p-1' : 'px-7 py-1 max-handheld:px-1'} ${isDiscreet ? 'text-quiet' : LOOKS[shows]}`}
      data-sound={shows}
      data-discreet={isDiscreet || undefined}
      onPointerDown={press}
      onKeyDown={({ repeat }) => !repeat && press()}
      onBlur={() => {
        pressed.current = null;
      }}
      onClick={act}
      {...label}
    >
      <svg
        className="size-[1.45em] flex-none fill-none stroke-[2.2] stroke-current"
        strokeLinecap="round"
        strokeLinejoin="round"
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <path className="fill-current" d="M2 9v6h4l6 5V4L6 9z" />
        <path d={shows === 'on' ? 'M15.5 8.5a5 5 0 0 1 0 7M18 5.5a9 9 0 0 1 0 13' : 'M15.5 8.5l7 7m0-7l-7 7'} />
      </svg>
      {!isSmall && <span className="max-handheld:sr-only">{text}</span>}
    </button>
  );
}
