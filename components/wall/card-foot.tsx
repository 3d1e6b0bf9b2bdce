'use client';

import { useTranslations } from 'use-intl';
import type { Table, Ticket } from '../../domain/live-contract';
import { dotsOf } from '../ticket/dots';
import { durationText } from '../ticket/timer-text';
import type { Glance } from './glance';
import css from './wall.module.css';

type Props = { ticket: Ticket; table: Table | null; glance: Glance; isUnseen: boolean };

/** How far the table is, and what the wall counts; while a change is unseen, what a touch does. */
export function CardFoot({ ticket, table, glance, isUnseen }: Props) {
  const words = useTranslations('wall');
  return (
    <div className={css.foot}>
      {isUnseen ? (
        <span className={css.ask} aria-hidden="true">
          {words('seen')}
        </span>
      ) : (
        <Dots table={table} />
      )}
      <Clock ticket={ticket} glance={glance} />
    </div>
  );
}

function Dots({ table }: { table: Table | null }) {
  const words = useTranslations('dot');
  const dots = table ? dotsOf(table.courses) : [];
  if (dots.length < 2) return <span />;
  return (
    <span className={css.dots} role="img" aria-label={dots.map(({ state }) => words(state)).join(', ')}>
      {dots.map(({ key, state }) => (
        <i key={key} data-dot={state} />
      ))}
    </span>
  );
}

/** Who comes for it says more than any clock. */
function Clock({ ticket, glance: { says, minutes } }: { ticket: Ticket; glance: Glance }) {
  const words = useTranslations('wall');
  const { readyAt, claim, measuredSeconds, expectedSeconds } = ticket;
  const isReady = readyAt !== null;
  if (isReady && claim) return <bdi className={css.claim}>{words('hasIt', { name: claim.by.name })}</bdi>;
  if (says !== null) {
    const isLong = says === 'hungry';
    return <span className={isLong ? css.hungry : undefined}>{words(isLong ? 'noFood' : says, { minutes })}</span>;
  }
  const seconds = isReady ? measuredSeconds : expectedSeconds;
  if (seconds === null) return null;
  return <span>{words(isReady ? 'cooked' : 'target', { time: durationText(seconds * 1000) })}</span>;
}
