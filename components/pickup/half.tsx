'use client';

import { type CSSProperties, memo, type ReactNode, type RefObject, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { PickupNumber, ReadyNumber } from './arrange';
import { type Fit, onPage, pagesFor } from './fit';
import css from './pickup.module.css';

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

/** One half of the board: title, numbers, and a page indicator. */
export function Half({ kind, numbers, fit, page, place, children }: Props) {
  const t = useTranslations('pickup');
  const title = useId();
  const shown = onPage(numbers, fit, page);
  const sizes = { '--type': `${fit.size}px`, '--columns': fit.columns, '--rows': fit.rows };
  return (
    <section className={css.half} data-kind={kind} aria-labelledby={title}>
      <div className={css.top}>
        <h2 id={title}>
          {kind === 'ready' && <Tick />}
          {t(kind)}
        </h2>
        <Pages more={numbers.length - shown.length} page={page} pages={pagesFor(numbers.length, fit)} />
      </div>
      <ul ref={place} className={css.numbers} style={sizes as CSSProperties}>
        {shown.map(({ order, number, ticket, ...rest }) => (
          <Place key={order} number={number} ticket={ticket} isFresh={'isFresh' in rest && rest.isFresh} />
        ))}
      </ul>
      {children && <p className={css.empty}>{children}</p>}
    </section>
  );
}

type PlaceProps = { number: number; ticket: string; isFresh: boolean };

const Place = memo(function Place({ number, ticket, isFresh }: PlaceProps) {
  return (
    <li className={css.place} data-ticket={ticket} data-fresh={isFresh || undefined}>
      <span className={css.number}>{number}</span>
    </li>
  );
});

function Tick() {
  return (
    <svg className={css.tick} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 12.5l4.5 4.5L18.5 8" />
    </svg>
  );
}

/** Most dots of the page indicator. */
const MOST_DOTS = 8;

function Pages({ more, page, pages }: { more: number; page: number; pages: number }) {
  const t = useTranslations('pickup');
  if (more === 0) return null;
  return (
    <p className={css.pages} role="img" aria-label={t('moreLabel', { count: more, page: page + 1, pages })}>
      {pages <= MOST_DOTS &&
        Array.from({ length: pages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place in the row
          <span key={index} className={css.dot} data-shown={index === page || undefined} />
        ))}
      {t('more', { count: more })}
    </p>
  );
}
