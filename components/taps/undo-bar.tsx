'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { onTick } from '../clock';
import { useLive } from '../live/live-context';
import { useCourseName, usePlaceName } from '../ticket/place';
import { TAPS_WORDS } from '../words/taps-words';
import { WithWords } from '../words/with-words';
import { type Said as SaidOf, secondsLeft } from './taps';
import { useTapped, useTapsStore } from './taps-context';
import css from './undo-bar.module.css';

/**
 * The last tap and its outcome, over the permanent foot of a screen, so that it covers nothing that can be tapped on
 * the board. It has the size of the surrounding text.
 */
export function UndoBar() {
  return (
    <WithWords words={TAPS_WORDS}>
      <Said />
    </WithWords>
  );
}

function Said() {
  const said = useTapped((taps) => taps.said);
  const say = useSaid();
  useUndoKey();
  const isRefused = said?.says === 'refused';
  return (
    <div className={css.place}>
      <div role="status">{said && !isRefused && <Bar said={said} text={say(said)} />}</div>
      <div role="alert">{isRefused && <Bar said={said} text={say(said)} />}</div>
    </div>
  );
}

function Bar({ said, text }: { said: SaidOf; text: string }) {
  return (
    <div className={css.bar} data-says={said.says}>
      <p className={css.text}>{text}</p>
      {said.says === 'done' && <UndoButton key={said.tap.noteId} />}
    </div>
  );
}

function UndoButton() {
  const words = useTranslations('taps');
  const store = useTapsStore();
  const look = () => secondsLeft(store.view().said, store.now());
  const seconds = useSyncExternalStore(onTick, look, look);
  return (
    <button type="button" className={css.undo} onClick={store.undo}>
      {words('undo')} <span aria-hidden="true">{seconds}</span>
    </button>
  );
}

/** Returns a function that describes a tap and its outcome, with the table and the course. */
function useSaid(): (said: SaidOf) => string {
  const words = useTranslations('taps');
  const why = useTranslations('notTaken');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const tickets = useLive((view) => view.board?.tickets);
  return (said) => {
    const { ticket, kind } = said.tap;
    const names = { place: placeName(ticket), course: shortened(courseName(ticket.course)) };
    if (said.says === 'taking-back') return words('takingBack');
    const count = said.says === 'refused' ? 1 : said.also.length + 1;
    if (said.says === 'taken-back') return count > 1 ? words('takenBackAll', { count }) : words('takenBack', names);
    if (said.says === 'done' && count > 1) return words('confirmedAll', { count });
    if (said.says === 'done') return kind === 'undo' ? '' : words(kind, names);
    if (said.code !== 'claimed') return why(said.code, names);
    const name = claimant(tickets?.get(ticket.id) ?? ticket);
    return name === null ? why('claimedBySomeone', names) : why('claimed', { ...names, name });
  };
}

const MOST_CHARACTERS = 22;

/** Shortens the name, so that the outcome behind it stays readable. */
function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= MOST_CHARACTERS ? name : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

function claimant({ claim }: Ticket): string | null {
  return claim?.by.name ?? null;
}

/** Backspace undoes the last tap, unless somebody is typing or a dialog is open. */
function useUndoKey(): void {
  const store = useTapsStore();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
      if (event.key !== 'Backspace' || event.repeat || isTyping) return;
      event.preventDefault();
      store.undo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [store]);
}
