'use client';

import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';

const MIN_PX = 32;
const OF_HEIGHT = 0.05;

/** The height of the strip while its text has one line, as in its class names: a wall sizes its cards for the rest. */
export function stripHeight(window: number): number {
  return Math.max(MIN_PX, OF_HEIGHT * window);
}

/** Whether the strip is shown, for the rows of the frame. */
export const useHasStrip = () => useLive(({ practice }) => practice !== null);

const STRIPES =
  'min-w-8 flex-1 self-stretch bg-[repeating-linear-gradient(-45deg,var(--color-ink)_0_0.6em,var(--color-warn)_0.6em_1.2em)]';

/** Says across the whole screen that something on it is not real, and for a minute that this is over. */
export function PracticeStrip() {
  const t = useTranslations('practice');
  const text = useLive(({ practice }) => practice && (practice.ended ?? practice.kind));
  if (text === null) return null;
  const isOver = text !== 'test' && text !== 'service';
  return (
    <p
      role="alert"
      data-practice
      className="flex min-h-[max(32px,5vh)] items-center overflow-hidden on-warn text-center font-bold text-[clamp(15px,4vw,2.8vh)] leading-[1.15]"
    >
      {!isOver && <span aria-hidden="true" className={STRIPES} />}
      <span className={isOver ? 'flex-1 px-[0.8em]' : 'px-[0.8em]'}>{t(text)}</span>
      {!isOver && <span aria-hidden="true" className={STRIPES} />}
    </p>
  );
}
