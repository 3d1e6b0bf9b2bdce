'use client';

import { memo, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listenTo } from '../browser';
import { onTick } from '../clock';
import { useLive } from '../live/live-context';
import { useOwnTables, useSearches } from '../screen/kept-options';
import { Rest } from '../screen/rest';
import type { Chosen } from '../screen/screen-options';
import { useWindowSize } from '../screen/use-size';
import { useSound } from '../sound/page-sound';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import css from './control.module.css';
import { actionOf, cardKeys, type Direction, type KeyAction, type KeyPreset, neighbourOf } from './key-table';
import { Legend } from './legend';
import { SORTS, type WallOptions } from './wall-options';

const MUTE_MS = 60_000;

type KeysProps = {
  ground: RefObject<HTMLElement | null>;
  chosen: Chosen<WallOptions>;
  openRecall: () => void;
  /** Turns by this many pages; negative for back. */
  turn: (pages: number) => void;
};

/** Operates a wall by keyboard or bump bar. The selected card is the one with keyboard focus. */
function Keys({ ground, chosen, openRecall, turn }: KeysProps) {
  const t = useTranslations('control');
  const menu = useTranslations('wallMenu');
  const actions = useTicketActionsStore();
  const { sound, state: soundState } = useSound();
  const [isLegendOpen, setLegendOpen] = useState(false);
  const closeLegend = useCallback(() => setLegendOpen(false), []);
  const [message, say] = useMessage();
  const { keys: preset, sort } = chosen.options;
  const number = useCardNumbers(ground, preset);

  const cards = () => [...(ground.current?.querySelectorAll<HTMLElement>('[data-ticket] button') ?? [])];
  const selected = () => cards().indexOf(document.activeElement as HTMLElement);
  const select = (index: number) => {
    const card = cards()[index];
    // Without `focusVisible` browsers hide the focus ring after mouse use, and the selection must be visible.
    card?.focus({ focusVisible: true } as FocusOptions);
    return card;
  };
  const mute = () => {
    if (soundState !== 'on') return say(t('noSound'));
    const isMuted = sound.mutedMs() > 0;
    sound.mute(isMuted ? 0 : MUTE_MS);
    say(t(isMuted ? 'unmuted' : 'muted'));
  };
  const fullScreen = () => {
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen?.();
    done?.catch(() => say(t('noFullScreen')));
  };
  const sortNext = () => {
    const next = SORTS[(SORTS.indexOf(sort) + 1) % SORTS.length] ?? 'late';
    chosen.choose({ sort: next });
    say(t('sorted', { sort: menu(`sorts.${next}`) }));
  };

  const go = (direction: Direction) => () => void select(neighbourOf(cards().map(middleOf), selected(), direction));
  const performs: Record<KeyAction, (place: number) => void> = {
    select,
    bump: (place) => select(place)?.click(),
    left: go('left'),
    right: go('right'),
    up: go('up'),
    down: go('down'),
    act() {
      const card = cards()[selected()];
      if (card) card.click();
      else select(0);
    },
    nextPage: () => turn(1),
    previousPage: () => turn(-1),
    undo: () => actions.undoLast(),
    recall: openRecall,
    sort: sortNext,
    mute,
    fullScreen,
    legend: () => setLegendOpen(true),
  };

  const followUndo = useBroughtBack(ground);

  /** Returns whether the key was used. Backspace belongs to the undo bar, and Enter to the selected card. */
  const perform = (key: string): boolean => {
    const action = actionOf(preset, key);
    followUndo(action?.does === 'undo');
    if (!action || key === 'Backspace') return false;
    const { does, place } = action;
    if (does !== 'legend') number();
    performs[does](place);
    return true;
  };

  useKeys(perform, preset);

  return (
    <>
      <Message>{message}</Message>
      <Legend preset={preset} isOpen={isLegendOpen} close={closeLegend} />
    </>
  );
}

/**
 * Selects the card that an undo by key brings back, so that the next press does not act on another one. Call the result
 * with whether a key undoes. The card comes with the board, before or after the answer to the undo.
 */
function useBroughtBack(ground: RefObject<HTMLElement | null>): (isUndo: boolean) => void {
  const isFollowed = useRef(false);
  const follow = useCallback((isUndo: boolean) => {
    isFollowed.current = isUndo;
  }, []);
  const id = useActionState(({ notice }) =>
    notice?.state === 'taking-back' || notice?.state === 'taken-back' ? notice.action.ticket.id : null,
  );
  useEffect(() => listenTo(window, ['pointerdown'], () => follow(false)), [follow]);
  useLayoutEffect(() => {
    if (!isFollowed.current || id === null) return;
    const card = ground.current?.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(id)}"] button`);
    card?.focus({ focusVisible: true } as FocusOptions);
  });
  return follow;
}

/** Actions that repeat while the key is held down. */
const REPEATED: readonly KeyAction[] = ['left', 'right', 'up', 'down'];

/** The time within which browsers count a second touch with the first one, and cards ignore it. */
const SECOND_PRESS_MS = 500;

/** Passes each key of the page to `perform`, which returns whether it was used. */
function useKeys(perform: (key: string) => boolean, preset: KeyPreset): void {
  const performing = useRef(perform);
  useEffect(() => {
    performing.current = perform;
  });
  useEffect(() => {
    let last = { key: '', at: 0 };
    /** The next card moves to the place of the first, so a second press of its key is ignored like a second touch. */
    const isSecond = ({ key, timeStamp }: KeyboardEvent, does: KeyAction | undefined) => {
      const acts = does === 'act' || does === 'bump' || key === ' ';
      const isAgain = acts && key === last.key && timeStamp - last.at < SECOND_PRESS_MS;
      last = { key, at: timeStamp };
      return isAgain;
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (isForOthers(event)) return;
      const does = actionOf(preset, event.key)?.does;
      const isHeld = event.repeat && does !== undefined && !REPEATED.includes(does);
      if (isHeld || isSecond(event, does) || performing.current(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [preset]);
}

/** Whether the key belongs to a text field, or to a button that has focus, such as the menu's. */
function isForOthers({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, select, textarea')) return true;
  const presses = key === 'Enter' || key === ' ';
  return presses && target.closest('button, a') !== null && target.closest('[data-ticket]') === null;
}

function middleOf(card: HTMLElement): { x: number; y: number } {
  const { x, y, width, height } = card.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

const MESSAGE_MS = 3_000;

/** State for a short message about the last key. */
function useMessage(): [string, (text: string) => void] {
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => setMessage(''), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage];
}

const SHOWN_MS = 15_000;

/**
 * Writes onto each card the key that selects it: always for a bump bar, and for a keyboard during a while after a key.
 * Call the result when a key is pressed.
 */
function useCardNumbers(ground: RefObject<HTMLElement | null>, preset: KeyPreset): () => void {
  const [pressedAt, setPressedAt] = useState(0);
  const isShown = preset !== 'keyboard' || pressedAt > 0;
  const write = useRef(() => {});
  write.current = () => {
    const keys = isShown ? cardKeys(preset) : [];
    for (const [index, card] of [...(ground.current?.querySelectorAll('[data-ticket]') ?? [])].entries()) {
      const inside = card.firstElementChild as HTMLElement | null;
      const key = keys[index]?.toUpperCase();
      if (!inside || inside.dataset['key'] === key) continue;
      if (key) inside.dataset['key'] = key;
      else delete inside.dataset['key'];
    }
  };
  useLayoutEffect(() => write.current());
  // Cards that change places by themselves are looked at every second.
  useEffect(() => onTick(() => write.current()), []);
  useEffect(() => {
    ground.current?.classList.toggle(css.numbered ?? '', isShown);
    if (pressedAt === 0) return;
    const timer = setTimeout(() => setPressedAt(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [ground, isShown, pressedAt]);
  return useCallback(() => setPressedAt(performance.now()), []);
}

/** A message about the last key, over the wall and above the line with undo; it never receives a touch. */
function Message({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="-translate-x-1/2 pointer-events-none absolute bottom-[calc(max(1.9em,var(--touch))+1.2em)] left-1/2 w-max max-w-[94%] text-[max(0.72em,1rem)]"
      data-message-of="keys"
    >
      {children && (
        <p className="text-balance rounded-[0.5em] px-10 py-5 text-center font-semibold ring-[0.15em] ring-sheet inverse">
          {children}
        </p>
      )}
    </div>
  );
}

type Props = KeysProps & {
  ground: RefObject<HTMLElement | null>;
  /** The place of every card: renders again when a card comes, leaves or moves, and for no other change of the board. */
  places: string;
};

/** Input and rest of a wall: its keys, dimming and drift. */
export const Control = memo(function Control(props: Props) {
  useOwnTables(props.chosen);
  return (
    <>
      <Keys {...props} />
      <OnPhone search={props.chosen.search} isKiosk={props.chosen.options.kiosk === 'on'} />
      <Rest ground={props.ground} />
    </>
  );
});

const PHONE_PX = 512;

/** Says on a phone what a touch on this page does, and offers the page on which it tells everybody. */
function OnPhone({ search, isKiosk }: { search: string; isKiosk: boolean }) {
  const t = useTranslations('waysOut');
  const nav = useTranslations('nav');
  const { width, height } = useWindowSize();
  const hides = useLive((view) => view.wallTouch === 'hide');
  const searchOf = useSearches('kitchen', search);
  const [isSeen, setSeen] = useState(false);
  // The undo of a touch has this place first.
  const hasNotice = useActionState(({ notice }) => notice) !== null;
  if (isSeen || hasNotice || isKiosk || !hides || Math.min(width, height) >= PHONE_PX) return null;
  const button = 'grid min-h-[48px] min-w-[48px] flex-1 place-content-center rounded-[0.5em] px-6 font-bold';
  return (
    <section
      className="absolute inset-x-0 bottom-0 z-1 grid gap-5 border-line border-t p-6 text-[16px] on-sheet"
      aria-label={t('onPhone')}
    >
      <p className="text-pretty leading-[1.3]">{t('onPhone')}</p>
      <p className="flex gap-5">
        <a className={`${button} inverse`} href={`/ready${searchOf('ready')}`}>
          {nav('ready')}
        </a>
        <button type="button" className={`${button} border border-(--quiet)`} onClick={() => setSeen(true)}>
          {t('stay')}
        </button>
      </p>
    </section>
  );
}
