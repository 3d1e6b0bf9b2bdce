'use client';

import { type CSSProperties, memo, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { MINUTE_MS } from '../../lib/time';
import { listenTo } from '../browser';
import { pageSession } from '../device-storage';
import type { Freshness } from '../live/freshness';
import { useAtNow, useLive, useNewsTime, useSeenAtNow } from '../live/live-context';
import { ScreenFrame } from '../screen/frame';
import { NumberField, PickField } from '../screen/menu';
import { useSlides } from '../screen/moving-elements';
import { Alert } from '../screen/news';
import { Screen, type ScreenProps } from '../screen/screen';
import type { Chosen } from '../screen/screen-options';
import { useElementSize, useWindowSize } from '../screen/use-size';
import { useSound } from '../sound/page-sound';
import type { SoundEvent } from '../sound/tones';
import { openVoice, type Voice } from '../sound/voice';
import { textSize } from '../wall/type-scale';
import { type Called, type Caller, callsOf, createCaller, keepCalled, readCalled } from './calls';
import {
  type Arranged,
  arrange,
  type Fit,
  fitOf,
  inTypeOf,
  numberText,
  onPage,
  type PickupNumber,
  pageAt,
  pagesFor,
  type ReadyNumber,
} from './pickup-numbers';
import { PICKUP_OPTIONS, type PickupOptions, VOICES } from './pickup-options';

const SOUNDS: readonly SoundEvent[] = ['called'];
/** Text size in px that the frame's scale 1 stands for. The frame may be read from nearer than the numbers. */
const TEXT_PER_SCALE_PX = 40;

/** Board for guests at a counter. */
export function PickupScreen(props: ScreenProps) {
  return (
    <Screen {...props} urlOptions={PICKUP_OPTIONS}>
      {(chosen) => <Pickup chosen={chosen} />}
    </Screen>
  );
}

function Pickup({ chosen }: { chosen: Chosen<PickupOptions> }) {
  const t = useTranslations('pickup');
  const name = useLive((view) => view.board?.branch.name);
  const { diagonal, distance, zoom } = chosen.options;
  const window = useWindowSize();
  const frameText = textSize({ ...window, diagonal, distance, zoom: 0 });
  return (
    <ScreenFrame
      title={name ?? t('title')}
      page="pickup"
      chosen={chosen}
      menu={<PickupFields chosen={chosen} />}
      sounds={SOUNDS}
      trouble={GuestTrouble}
      size={Math.max(1, frameText / TEXT_PER_SCALE_PX)}
      hangs
    >
      <PickupBoard options={chosen.options} least={textSize({ ...window, diagonal, distance, zoom })} />
    </ScreenFrame>
  );
}

function PickupFields({ chosen }: { chosen: Chosen<PickupOptions> }) {
  const t = useTranslations('pickupMenu');
  return (
    <>
      <NumberField chosen={chosen} name="clear" label={t('clear')} step={1} />
      <PickField
        chosen={chosen}
        name="voice"
        label={t('voice')}
        values={VOICES}
        labelOf={(voice) => t(`voices.${voice}`)}
      />
      <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
      <NumberField chosen={chosen} name="distance" label={t('distance')} step={0.5} />
    </>
  );
}

/** Tells guests what it means for them that the board is not live. The cause, for the staff, is in small type. */
function GuestTrouble({ level }: Pick<Freshness, 'level'>) {
  const t = useTranslations('pickup');
  const refused = useTranslations('refused');
  const link = useLive((view) => view.link);
  const time = useNewsTime();
  return (
    <Alert>
      {level === 'amber' ? t('behind') : t('old')}
      {link.kind === 'refused' ? (
        <small>{refused(link.code)}</small>
      ) : (
        time !== null && <small aria-live="off">{t('last', { time })}</small>
      )}
    </Alert>
  );
}

type Props = {
  options: PickupOptions;
  /** Smallest font size that guests can read from where they stand, in px. */
  least: number;
};

const NOTHING: Arranged = { preparing: [], ready: [] };
/** Orders in preparation may be smaller than ready ones: 16 arc-minutes instead of 20. */
const MIN_PREPARING = 0.8;
const MIN_DIGITS = 2;

/** Both halves: orders in preparation, and ready orders. */
function PickupBoard({ options: { clear, voice }, least }: Props) {
  const t = useTranslations('pickup');
  const tickets = useLive((view) => view.board?.tickets);
  const seen = useSeenAtNow<Arranged | { preparing: null; ready: null }>(
    (now) => (tickets ? arrange(tickets.values(), clear * MINUTE_MS, now) : NOT_YET),
    NOT_YET,
  );
  useCalls(seen.ready, voice === 'on');
  const { preparing, ready } = seen.ready === null ? NOTHING : seen;

  const [preparingRoom, preparingPlace] = useElementSize<HTMLUListElement>();
  const [readyRoom, readyPlace] = useElementSize<HTMLUListElement>();
  const digits = Math.max(MIN_DIGITS, ...[...preparing, ...ready].map((one) => numberText(one).length));
  const readyFit = fitOf(ready.length, digits, readyRoom, least);
  const preparingRoomy = fitOf(preparing.length, digits, preparingRoom, least * MIN_PREPARING);
  // Ready numbers matter most: orders in preparation are never larger.
  const preparingFit = ready.length > 0 ? inTypeOf(preparingRoomy, readyFit.size) : preparingRoomy;
  // Start at the first page again, so that a number that just became ready is visible at once.
  const readyPage = usePage(ready.length, readyFit, ready[0]?.since ?? 0);
  const preparingPage = usePage(preparing.length, preparingFit, 0);

  const ground = useRef<HTMLDivElement>(null);
  const places = (numbers: readonly PickupNumber[], fit: Fit, page: number) =>
    [page, ...Object.values(fit), ...numbers.map(({ ticket }) => ticket)].join(' ');
  const hasRoom = preparingRoom.width > 0 && readyRoom.width > 0;
  // Nothing can be laid out before the space was measured.
  useSlides(
    ground,
    hasRoom ? `${places(preparing, preparingFit, preparingPage)}|${places(ready, readyFit, readyPage)}` : '',
  );
  return (
    // All sizes are relative to the smallest type that guests can read. On a portrait screen, ready orders are on top.
    <div
      ref={ground}
      className="grid h-full select-none grid-cols-[minmax(0,2fr)_minmax(0,3fr)] grid-rows-[minmax(0,1fr)] gap-3.5 text-(length:--least) leading-[1.15] font-stretch-88% upright:grid-cols-1 upright:grid-rows-[minmax(0,3fr)_minmax(0,2fr)]"
      style={{ '--least': `${least}px` } as CSSProperties}
    >
      <Half kind="preparing" numbers={preparing} fit={preparingFit} page={preparingPage} place={preparingPlace}>
        {preparing.length + ready.length === 0 && t('empty')}
      </Half>
      <Half kind="ready" numbers={ready} fit={readyFit} page={readyPage} place={readyPlace}>
        {ready.length === 0 && t('emptyHint')}
      </Half>
    </div>
  );
}

const NOT_YET = { preparing: null, ready: null };

function usePage(count: number, fit: Fit, since: number): number {
  const pages = pagesFor(count, fit);
  return useAtNow((now) => pageAt(pages, since, now), 0);
}

/**
 * Calls each number once when it becomes ready: with a chime if sound is on, and with a voice if that is chosen too.
 * Numbers that become ready while sound is off are not called later. `ready` is null before the first snapshot.
 */
function useCalls(ready: readonly ReadyNumber[] | null, isVoiced: boolean): void {
  const t = useTranslations('pickup');
  const { sound } = useSound();
  const language = useLocale();
  const voice = useVoice(isVoiced);
  const caller = useRef<Caller | null>(null);
  const called = useRef<Called | null>(null);

  useEffect(() => {
    const opened = createCaller({
      chime: () => {
        const isHeard = sound.state() === 'on' && sound.mutedMs() === 0;
        if (isHeard) sound.play('called');
        return isHeard;
      },
      say: (number) => void voice.current?.say(t('call', { number }), language),
      after: (ms, then) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    });
    caller.current = opened;
    return () => opened.close();
  }, [sound, voice, t, language]);

  useEffect(() => {
    if (ready === null) return;
    const isFirstLook = called.current === null;
    const before = called.current ?? readCalled(pageSession);
    const next = callsOf(before, ready, isFirstLook);
    called.current = next.called;
    if (next.called === before) return;
    keepCalled(pageSession, next.called);
    caller.current?.call(next.calls.map(numberText));
  }, [ready]);
}

const TOUCHES = ['pointerup', 'keydown'];

/** Speech of the device, which browsers allow after the first touch of the page. */
function useVoice(isWanted: boolean): RefObject<Voice | null> {
  const voice = useRef<Voice | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const opened = openVoice();
    voice.current = opened;
    const stop = listenTo(window, TOUCHES, opened.wake);
    return () => {
      stop();
      opened.close();
      voice.current = null;
    };
  }, [isWanted]);
  return voice;
}

type HalfProps = {
  kind: 'preparing' | 'ready';
  numbers: readonly (PickupNumber | ReadyNumber)[];
  fit: Fit;
  page: number;
  /** Element of the numbers. Its size does not depend on its content. */
  place: RefObject<HTMLUListElement | null>;
  /** Shown if there are no numbers. */
  children: ReactNode;
};

/** One half of the board: its title and its numbers. If not all fit, they take turns: dots and a count say so. */
function Half({ kind, numbers, fit, page, place, children }: HalfProps) {
  const t = useTranslations('pickup');
  const title = useId();
  const shown = onPage(numbers, fit, page);
  const sizes = { '--type': `${fit.size}px`, '--columns': fit.columns, '--rows': fit.rows };
  return (
    <section
      // Orders in preparation are less prominent than ready ones.
      className={`relative grid min-h-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] px-3 pt-1.5 pb-3 ${kind === 'ready' ? 'rounded-[0.25em] inset-ring-[0.06em] inset-ring-ready-edge on-ready upright:-order-1' : 'text-quiet'}`}
      data-kind={kind}
      aria-labelledby={title}
    >
      <div className="flex min-h-[1.3em] items-center justify-between gap-4 px-1.5">
        <h2
          id={title}
          className={`flex items-center gap-3 truncate font-bold ${kind === 'ready' ? 'text-[1.1em]' : 'text-[0.9em]'}`}
        >
          {kind === 'ready' && <Tick />}
          {t(kind)}
        </h2>
        <Pages more={numbers.length - shown.length} page={page} pages={pagesFor(numbers.length, fit)} />
      </div>
      <ul
        ref={place}
        className="grid min-h-0 grid-cols-[repeat(var(--columns),minmax(0,1fr))] grid-rows-[repeat(var(--rows),minmax(0,1fr))] font-bold text-(length:--type) tabular-nums leading-none font-stretch-80%"
        style={sizes as CSSProperties}
      >
        {shown.map(({ order, number, ticket, ...rest }) => (
          <Place
            key={order}
            text={numberText({ order, number })}
            ticket={ticket}
            isFresh={'isFresh' in rest && rest.isFresh}
          />
        ))}
      </ul>
      {children && (
        <p className="absolute inset-x-0 top-[1.6em] bottom-3 grid place-content-center gap-3 text-balance px-5 text-center text-[0.75em] tabular-nums">
          {children}
        </p>
      )}
    </section>
  );
}

type PlaceProps = { text: string; ticket: string; isFresh: boolean };

const Place = memo(function Place({ text, ticket, isFresh }: PlaceProps) {
  return (
    <li className="grid place-items-center" data-ticket={ticket} data-fresh={isFresh || undefined}>
      <span
        // Just became ready: another colour and a shape.
        className={`rounded-[0.14em] px-[0.14em] py-[0.02em] ${isFresh ? 'on-ready-badge motion-safe:animate-arrive' : ''}`}
      >
        {text}
      </span>
    </li>
  );
});

function Tick() {
  return (
    <svg
      className="size-[0.95em] flex-none rounded-[0.22em] fill-none stroke-[3.4] stroke-current on-ready-badge"
      strokeLinecap="round"
      strokeLinejoin="round"
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d="M6 12.5l4.5 4.5L18.5 8" />
    </svg>
  );
}

/** Most dots of the page indicator. */
const MAX_DOTS = 8;

function Pages({ more, page, pages }: { more: number; page: number; pages: number }) {
  const t = useTranslations('pickup');
  if (more === 0) return null;
  return (
    <p
      className="flex flex-none items-center gap-4 font-[650] text-[0.6em] tabular-nums"
      role="img"
      aria-label={t('moreLabel', { count: more, page: page + 1, pages })}
    >
      {pages <= MAX_DOTS &&
        Array.from({ length: pages }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place in the row
            key={index}
            className={`size-[0.4em] rounded-full inset-ring-[0.08em] ${index === page ? 'bg-current' : ''}`}
          />
        ))}
      {t('more', { count: more })}
    </p>
  );
}
