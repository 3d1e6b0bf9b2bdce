'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { WallTouch } from '../../contract/live';
import { listenTo } from '../browser';
import { localDevice } from '../device-storage';
import { GapNotice } from '../gaps/gap-notice';
import { useLive } from '../live/live-context';
import { Ignored, QuietPos } from '../screen/news';
import { useActionState } from '../ticket-actions/ticket-actions-context';
import { UndoBar } from '../ticket-actions/undo-bar';

type FootProps = {
  ignored: readonly string[];
  /** The recall dialog shows the notice of an action itself. */
  isRecallOpen: boolean;
  /** Courses in flight, for a narrow wall; a notice takes their place. */
  inFlight: ReactNode;
  /** The button that turns the page. */
  more: ReactNode;
};

/**
 * The last line of a wall: notices, the last action with its undo or else what the first touch did, and what is passed to
 * it. Nothing while there is nothing to show.
 */
export function Foot({ ignored, isRecallOpen, inFlight, more }: FootProps) {
  const t = useTranslations('control');
  const touch = useLive((view) => view.wallTouch);
  const hasTap = useActionState(({ notice }) => notice) !== null && !isRecallOpen;
  const isExplained = useFirstTouch(touch);
  const isTaken = hasTap || isExplained;
  return (
    <footer className="flex flex-wrap items-stretch gap-x-7 px-4.5 *:mb-4.5 [&>p]:mb-2.5 [&>p]:px-2">
      <GapNotice />
      <QuietPos />
      <Ignored names={ignored} />
      {/* Screen readers announce what comes into a region that is there already. */}
      <div
        className={`relative [&_button]:min-h-[max(1.9em,var(--touch))] ${isTaken ? 'grid min-h-[max(52px,2.4em,var(--touch))] min-w-[min(24em,100%)] flex-4 text-[max(0.76em,1rem)]' : 'absolute size-0'}`}
      >
        {!isRecallOpen && <UndoBar />}
        <div role="status" className="grid" data-message-of="touch">
          {isExplained && (
            <p className="content-center text-pretty rounded-[0.6em] px-10 py-2 font-semibold inverse">
              {t(touch === 'hide' ? 'touchHides' : 'touchTakes')}
            </p>
          )}
        </div>
      </div>
      {!isTaken && inFlight}
      {more}
    </footer>
  );
}

const KEPT_AS = 'heatlamp-touch-explained';
const EXPLAINED_MS = 20_000;

/**
 * Whether to explain what a touch on a card does: once per device, after the first one, when its notice is over. Until
 * the next touch or key, or for 20 seconds.
 */
function useFirstTouch(touch: WallTouch): boolean {
  const done = useActionState(({ notice }) =>
    notice?.state === 'done' && isTouch(notice.action.kind) ? notice.action.actionId : '',
  );
  const isFree = useActionState(({ notice }) => notice) === null;
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (done === '' || wasExplained(touch)) return;
    localDevice.set(KEPT_AS, touch);
    setWanted(true);
  }, [done, touch]);
  const isShown = isWanted && isFree;
  useEffect(() => {
    if (!isShown) return;
    const end = () => setWanted(false);
    const timer = setTimeout(end, EXPLAINED_MS);
    const stop = listenTo(window, ['pointerdown', 'keydown'], end);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isShown]);
  return isShown;
}

function isTouch(kind: string): boolean {
  return kind === 'hide' || kind === 'collect';
}

/** Stored per action: if the branch changes what a touch does, it is explained again. */
function wasExplained(touch: WallTouch): boolean {
  const explained = localDevice.get(KEPT_AS);
  // Without storage the explanation would appear after every touch.
  return explained === touch || explained === undefined;
}
