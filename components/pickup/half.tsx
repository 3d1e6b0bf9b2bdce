'use client';

import { type CSSProperties, memo, type ReactNode, type RefObject, useId } from 'react';
import { useTranslations } from 'use-intl';
import { numberText, type PickupNumber, type ReadyNumber } from './arrange';
import { type Fit, onPage, pagesFor } from './fit';

type Props = {
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
export function Half({ kind, numbers, fit, page, place, children }: Props) {
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
