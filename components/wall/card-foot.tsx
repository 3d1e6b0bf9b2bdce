'use client';

import { useTranslations } from 'use-intl';
import type { Party, Ticket } from '../../contract/live';
import { dotsOf } from '../ticket/dots';
import { durationText } from '../ticket/timer-text';
import { Changes } from './card-changes';
import { changesOf } from './changes';
import type { Look } from './density';
import type { TimedState } from './timed-state';
import css from './wall.module.css';

type Props = {
  ticket: Ticket;
  party: Party | null;
  state: TimedState;
  /** Keys of the changes that nobody has seen. */
  unseen: string;
  look: Look;
};

/** Progress of the party and the clock of the wall; while a change is unseen, what a touch will do. */
export function CardFoot({ ticket, party, state, unseen, look }: Props) {
  const t = useTranslations('wall');
  const isCounted = unseen === '' && (state.says !== null || ticket.readyAt !== null);
  return (
    <div className={css.foot}>
      {unseen !== '' ? (
        <span className={css.ask} aria-hidden="true">
          {t('seen')}
        </span>
      ) : (
        <Dots party={party} />
      )}
      {look === 'roomy' || isCounted ? (
        <Clock ticket={ticket} state={state} />
      ) : (
        <Who ticket={ticket} state={state} unseen={unseen} />
      )}
    </div>
  );
}

function Dots({ party }: { party: Party | null }) {
  const t = useTranslations('dot');
  const dots = party ? dotsOf(party.courses) : [];
  if (dots.length < 2) return <span />;
  return (
    <span className={css.dots} role="img" aria-label={dots.map(({ state }) => t(state)).join(', ')}>
      {dots.map(({ key, state }) => (
        <i key={key} data-dot={state} />
      ))}
    </span>
  );
}

/** The name and changes; a dense card has room for neither. */
function Who({ ticket, state, unseen }: Pick<Props, 'ticket' | 'state' | 'unseen'>) {
  if (changesOf(ticket).length > 0) return <Changes ticket={ticket} unseen={unseen} />;
  const name = ticket.table?.name;
  return name ? <bdi className={css.cut}>{name}</bdi> : <Clock ticket={ticket} state={state} />;
}

/** A waiter on the way matters more than any clock, so it replaces the clock. */
function Clock({ ticket, state: { says, minutes } }: { ticket: Ticket; state: TimedState }) {
  const t = useTranslations('wall');
  const { readyAt, claim, measuredSeconds, expectedSeconds } = ticket;
  const isReady = readyAt !== null;
  if (isReady && claim) return <bdi className={css.cut}>{t('hasIt', { name: claim.by.name })}</bdi>;
  if (says !== null) {
    const isLong = says === 'hungry';
    return <span className={isLong ? css.hungry : undefined}>{t(isLong ? 'noFood' : says, { minutes })}</span>;
  }
  const seconds = isReady ? measuredSeconds : expectedSeconds;
  if (seconds === null) return null;
  return <span>{t(isReady ? 'cooked' : 'target', { time: durationText(seconds * 1000) })}</span>;
}
