'use client';

import { memo, type RefObject } from 'react';
import type { Chosen } from '../screen/chosen';
import type { LazyWallParts } from './use-lazy-parts';
import type { WallOptions } from './wall-options';

type Common = { parts: LazyWallParts; chosen: Chosen<WallOptions> };

type DialogsProps = Common & { open: 'menu' | 'recall' | null; close: () => void };

/** What a change of the board does not concern. */
export const Dialogs = memo(function Dialogs({ parts, chosen, open, close }: DialogsProps) {
  return (
    <>
      <parts.WallMenu chosen={chosen} isOpen={open === 'menu'} close={close} />
      <parts.Recall options={chosen.options} isOpen={open === 'recall'} close={close} />
      <parts.PlayWallSounds options={chosen.options} />
    </>
  );
});

type OnCardsProps = Common & {
  ground: RefObject<HTMLElement | null>;
  openRecall: () => void;
  turn: (pages: number) => void;
  early: KeyboardEvent | null;
  /** The place of every card. */
  places: string;
};

/** What works on the cards, and runs again only when a card comes, leaves or moves. */
export const OnCards = memo(function OnCards({ parts, chosen, ground, openRecall, turn, early, places }: OnCardsProps) {
  return (
    <>
      <parts.KeptFocus ground={ground} />
      <parts.Control ground={ground} chosen={chosen} openRecall={openRecall} turn={turn} early={early} />
      <parts.Slides ground={ground} places={places} />
    </>
  );
});
