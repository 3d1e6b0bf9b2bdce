'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { wallMenuMessages } from '../../../messages/areas/wall-menu';
import { onTick } from '../../clock';
import { WithMessages } from '../../messages/with-messages';
import type { Chosen } from '../../screen/chosen';
import { useSound } from '../../sound/sound-context';
import { useTicketActionsStore } from '../../ticket-actions/ticket-actions-context';
import { SORTS, type WallOptions } from '../wall-options';
import css from './control.module.css';
import { actionOf, cardKeys, type KeyAction, type KeyPreset } from './key-table';
import { Legend } from './legend';
import { Message } from './message';
import { type Direction, neighbourOf } from './neighbour';

const SHOWN_MS = 15_000;

export type KeysProps = {
  ground: RefObject<HTMLElement | null>;
  chosen: Chosen<WallOptions>;
  openRecall: () => void;
  /** Turns by this many pages; negative for back. */
  turn: (pages: number) => void;
  /** The key that was pressed before this part was loaded. */
  early: KeyboardEvent | null;
};

const MUTE_MS = 60_000;
const MESSAGE_MS = 3_000;
/**
 * An early key that is older does nothing, because nobody expects it to act any more. A failed load is repeated later than
 * this.
 */
const EARLY_MS = 3_000;
/** Actions that repeat while the key is held down. */
const REPEATED: readonly KeyAction[] = ['left', 'right', 'up', 'down'];

/** Operates a wall by keyboard or bump bar. The selected card is the one with keyboard focus. */
export function Keys(props: KeysProps) {
  return (
    <WithMessages messages={wallMenuMessages}>
      <Listening {...props} />
    </WithMessages>
  );
}

function Listening({ ground, chosen, openRecall, turn, early }: KeysProps) {
  const t = useTranslations('control');
  const menu = useTranslations('wallMenu');
  const taps = useTicketActionsStore();
  const { handle } = useSound();
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
    const sound = handle.opened();
    if (handle.state() !== 'on' || !sound) return say(t('noSound'));
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
    undo: () => taps.undoLast(),
    recall: openRecall,
    sort: sortNext,
    mute,
    fullScreen,
    legend: () => setLegendOpen(true),
  };

  /** Returns whether the key was used. Backspace belongs to the undo bar, and Enter to the selected card. */
  const perform = (key: string): boolean => {
    const action = actionOf(preset, key);
    if (!action || key === 'Backspace') return false;
    const { does, place } = action;
    if (does !== 'legend') number();
    performs[does](place);
    return true;
  };

  useKeys(perform, preset, early);

  return (
    <>
      <Message of="keys">{message}</Message>
      <Legend preset={preset} isOpen={isLegendOpen} close={closeLegend} />
    </>
  );
}

/** Passes each key of the page to `perform`, which returns whether it was used, and first the key that came `early`. */
function useKeys(perform: (key: string) => boolean, preset: KeyPreset, early: KeyboardEvent | null): void {
  const performing = useRef(perform);
  useEffect(() => {
    performing.current = perform;
  });
  // In the layout phase: a passive effect runs later, and `early` has no key that is pressed in between.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (isForOthers(event)) return;
      const does = actionOf(preset, event.key)?.does;
      const isHeld = event.repeat && does !== undefined && !REPEATED.includes(does);
      if (isHeld || performing.current(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [preset]);
  // Only the key from before mounting: later keys go through the listener, and Enter and space have already acted on a
  // button.
  const [before] = useState(early);
  useEffect(() => {
    if (before === null || before.key === 'Enter' || before.key === ' ') return;
    if (performance.now() - before.timeStamp < EARLY_MS) performing.current(before.key);
  }, [before]);
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
