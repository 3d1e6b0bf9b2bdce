'use client';

import type { ComponentType, ReactNode } from 'react';
import type { Freshness } from '../live/freshness';
import { SoundBadge } from '../sound/sound-badge';
import { useClock } from '../time/use-clock';
import { Ignored, Live } from './news';
import { WakeBadge } from './rest/wake-badge';

type Props = Freshness & {
  title: string;
  /** What replaces the connection's state if the board is not live. */
  trouble: ComponentType<Freshness>;
  isForStaff: boolean;
  /** Values of the address that were ignored. */
  ignored: readonly string[];
  hasWakeBadge: boolean;
  hasSound: boolean;
  /** The button of the menu; null where the foot has it. */
  menuButton: ReactNode;
  controls: ReactNode;
};

/** The head of a screen: its title, whether it is live, the time, and the controls of its page. */
export function FrameHead(props: Props) {
  const { title, level, cause, trouble: TroubleText, isForStaff, controls } = props;
  const isCalm = level === 'live' || level === 'waiting';
  // On a handheld, what is longer has a line of its own, or shares one with the menu.
  const isShort = isCalm && props.ignored.length === 0 && !props.menuButton;
  return (
    <header
      className="px-board border-line border-b py-5 max-handheld:py-1.5 on-sheet data-[level=amber]:on-warn trouble:on-late in-data-old:invisible"
      data-level={level}
    >
      <div className="flex min-h-[max(2.2em,44px)] flex-wrap items-center gap-x-9 max-handheld:gap-x-5">
        <h1 className="min-w-0 truncate text-[max(1.25em,var(--least))] font-bold font-stretch-95%">{title}</h1>
        {/* Beside a long title, such as a branch's name, all of it wraps below. */}
        <div className="flex min-w-0 flex-auto items-center gap-9 max-[70rem]:*:data-sound:max-w-[14em] max-handheld:contents">
          {/* As wide as `live over HTTP · 19:42:07`, so that trouble does not wrap either. */}
          <div
            className={`flex w-0 min-w-[9em] flex-1 items-center gap-9 whitespace-nowrap text-[max(1.2em,var(--least))] max-handheld:min-w-0 max-handheld:flex-wrap max-handheld:gap-y-0 max-handheld:text-[1.1em] ${isShort ? '' : `max-handheld:order-1 ${props.menuButton ? 'max-handheld:basis-[60%]' : 'max-handheld:basis-full'}`}`}
          >
            {isCalm ? <Live level={level} isForGuests={!isForStaff} /> : <TroubleText level={level} cause={cause} />}
            {isCalm && <Ignored names={props.ignored} />}
          </div>
          <Time />
          {props.hasWakeBadge && <WakeBadge />}
          {props.hasSound && <SoundBadge isDiscreet={!isForStaff} />}
          {props.menuButton && <div className="max-handheld:order-1">{props.menuButton}</div>}
        </div>
      </div>
      {controls && <div className="mt-4 max-handheld:mt-1">{controls}</div>}
    </header>
  );
}

function Time() {
  return (
    <span className="ms-auto flex-none font-bold text-[max(1.45em,var(--least))] tabular-nums leading-[1.2] font-stretch-95% max-handheld:text-[1.25em]">
      {useClock()}
    </span>
  );
}
