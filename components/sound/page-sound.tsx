'use client';

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import { MINUTE_MS } from '../../lib/time';
import { listenTo } from '../browser';
import { onTick } from '../clock';
import { createSound, SOUND_OPTIONS, type Sound, type SoundOptions, type SoundState, VOLUMES } from './sound';
import { SOUND_EVENTS, type SoundEvent } from './tones';

type Choose = (chosen: Partial<SoundOptions>) => void;

type Props = { options: SoundOptions; choose: Choose; children: ReactNode };

type Held = { sound: Sound; options: SoundOptions; choose: Choose };

const SoundContext = createContext<Held | null>(null);

/** Provides a page's sound. `choose` writes an option to the source of `options`: the page's address. */
export function SoundProvider({ options, choose, children }: Props) {
  const [sound, setSound] = useState<Sound | null>(null);
  const first = useRef(options);
  useEffect(() => {
    const opened = openSound(first.current);
    setSound(opened);
    return () => opened.close();
  }, []);
  useEffect(() => sound?.choose(options), [sound, options]);
  const held = useMemo(() => sound && { sound, options, choose }, [sound, options, choose]);
  return held && <SoundContext value={held}>{children}</SoundContext>;
}

/** The page's sound, its state, and the remaining minutes of muting. @throws Error outside `SoundProvider` */
export function useSound(): Held & { state: SoundState; mutedMinutes: number } {
  const held = useContext(SoundContext);
  if (!held) throw new Error('this is shown inside SoundProvider only');
  const { sound } = held;
  const state = useSyncExternalStore(sound.subscribe, sound.state, sound.state);
  const minutes = () => Math.ceil(sound.mutedMs() / MINUTE_MS);
  const mutedMinutes = useSyncExternalStore(sound.subscribe, minutes, minutes);
  return { ...held, state, mutedMinutes };
}

/** A finger counts as a touch when it is lifted, a mouse when it is pressed. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'];

/** Opens the sound of this page; any touch or key starts the audio and acknowledges repeats. */
function openSound(options: SoundOptions): Sound {
  const sound = createSound({
    createContext: () => new AudioContext({ latencyHint: 'interactive' }),
    monotonicNow: () => performance.now(),
    options,
  });
  const wake = () => {
    if (sound.state() === 'locked') sound.unlock();
  };
  const stops = [
    listenTo(window, TOUCHES, () => {
      wake();
      sound.touched();
    }),
    // A tablet suspends the audio of a hidden page, and allows it again when the page is visible.
    listenTo(document, ['visibilitychange'], () => {
      if (!document.hidden) wake();
    }),
    onTick(sound.tick),
  ];
  // A page that was touched before needs no further touch, and a wall's browser may be configured to need none.
  wake();
  return {
    ...sound,
    close: () => {
      for (const stop of stops) stop();
      sound.close();
    },
  };
}

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
  const { sound, choose, state, mutedMinutes } = useSound();
  const t = useTranslations('sound');
  const shows = state === 'on' && mutedMinutes > 0 ? 'muted' : state;
  // A press already unlocks the sound, so act on what the button showed when the press began.
  const pressed = useRef<typeof shows>(null);
  const press = () => {
    pressed.current = shows;
  };
  const act = () => {
    const meant = pressed.current ?? shows;
    pressed.current = null;
    if (meant === 'on') sound.mute(MUTE_MINUTES * 60_000);
    else if (meant === 'muted') sound.mute(0);
    else {
      sound.unlock();
      choose({ sound: 'on' });
    }
  };
  const text = {
    off: () => t('off'),
    locked: () => t('off'),
    muted: () => t('muted', { minutes: mutedMinutes }),
    on: () => t('mute', { minutes: MUTE_MINUTES }),
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

/** The fields of a menu for the sound of `events`, those that the page can play. */
export function SoundFields({ events = SOUND_EVENTS }: { events?: readonly SoundEvent[] }) {
  return (
    <>
      <Choices />
      <Test events={events} />
    </>
  );
}

/** Two fields: sound on or off, and its volume. */
function Choices() {
  const { options, choose } = useSound();
  const t = useTranslations('soundMenu');
  return (
    <>
      <label>
        {t('sound')}
        <select
          value={options.sound}
          onChange={({ target }) => choose({ sound: SOUND_OPTIONS.find((each) => each === target.value) ?? 'off' })}
        >
          {SOUND_OPTIONS.map((each) => (
            <option key={each} value={each}>
              {t(`sounds.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('volume')}
        <select
          value={options.volume}
          onChange={({ target }) => choose({ volume: VOLUMES.find((each) => each === target.value) ?? 'normal' })}
        >
          {VOLUMES.map((each) => (
            <option key={each} value={each}>
              {t(`volumes.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** A row of buttons that each play one sound regardless of options. */
function Test({ events }: { events: readonly SoundEvent[] }) {
  const { sound } = useSound();
  const t = useTranslations('soundMenu');
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-[0.5rem]">
      <legend className="mb-[0.4rem]">{t('test')}</legend>
      {events.map((event) => (
        <button
          key={event}
          type="button"
          className="min-h-[max(48px,var(--touch,0px))] rounded-[0.5rem] border border-current px-[1rem] active:pressed"
          onClick={() => sound.test(event)}
        >
          {t(`events.${event}`)}
        </button>
      ))}
    </fieldset>
  );
}
