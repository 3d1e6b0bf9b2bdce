'use client';

import { type CSSProperties, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { MINUTE_MS } from '../../lib/time-units';
import { useAtNow, useLive, useSeenAtNow } from '../live/live-context';
import { EmptySince } from '../screen/empty-since';
import { useElementSize } from '../screen/use-element-size';
import { useSlides } from '../screen/use-slides';
import { type Arranged, arrange, numberText, type PickupNumber } from './arrange';
import { type Fit, fitOf, inTypeOf, pageAt, pagesFor } from './fit';
import { Half } from './half';
import type { PickupOptions } from './pickup-options';
import { useCalls } from './use-calls';

const NOTHING: Arranged = { preparing: [], ready: [] };
/** Orders in preparation may be smaller than ready ones: 16 arc-minutes instead of 20. */
const MIN_PREPARING = 0.8;
const MIN_DIGITS = 2;

type Props = {
  options: PickupOptions;
  /** Smallest font size that guests can read from where they stand, in px. */
  least: number;
};

/** Both halves: orders in preparation, and ready orders. */
export function PickupBoard({ options: { clear, voice }, least }: Props) {
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
        {preparing.length + ready.length === 0 && <Empty />}
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

function Empty() {
  const t = useTranslations('pickup');
  return (
    <span>
      <span className="inline-block">{t('empty')} ·</span> <EmptySince />
    </span>
  );
}
