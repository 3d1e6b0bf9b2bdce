'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Party as PartyAtTable, Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { dotsOf } from '../ticket/dots';
import { FirstOf } from '../ticket/first-of';
import { useMarkText } from '../ticket/mark-text';
import { Party } from '../ticket/party';
import { useCourseName } from '../ticket/place';
import { Timer } from '../ticket/ticking';
import { durationText } from '../ticket/timer-text';
import { type Urgency, urgencyOf } from '../ticket/urgency';
import { ClaimButton } from './claim-button';
import css from './row.module.css';
import { Where } from './where';

const ROW_MARKS = ['moved', 'renamed', 'guests', 'completed-again'] as const;

type Props = {
  ticket: Ticket;
  /** The party of the ticket's order, while it is at its table. */
  party: PartyAtTable | null;
  /** Who claimed it, from the view of this screen. */
  held: 'mine' | 'theirs' | 'nobodys';
  /** Unclaimed for too long. */
  isEscalated: boolean;
  /** For another waiter's table: less prominent. */
  isQuiet: boolean;
};

/**
 * A course that waits on the pass: its place, its wait and who claimed it. Memoized: it renders again only if it
 * changed.
 */
export const Row = memo(function Row({ ticket, party, held, isEscalated, isQuiet }: Props) {
  const t = useTranslations('claim');
  const of = useTranslations('ticket');
  const states = useTranslations('state');
  const urgency = useAtNow<Urgency>((now) => urgencyOf(ticket, now), 'ready');
  const course = useCourseName()(ticket.course);
  return (
    <li
      className={css.row}
      data-ticket={ticket.id}
      data-urgency={urgency}
      data-held={held}
      data-escalated={isEscalated || undefined}
      data-quiet={isQuiet || undefined}
    >
      <Where ticket={ticket} />
      <div className={css.what}>
        <p className={css.course}>
          <span>{course}</span>
          {ticket.round > 1 && <b className={css.badge}>{of('roundBadge', { round: ticket.round })}</b>}
          <Changes ticket={ticket} />
        </p>
        <p className={css.party}>
          <Party table={ticket.table} course={ticket.course} />
        </p>
      </div>
      <div className={css.foot}>
        {isEscalated && <b className={css.nobodys}>{t('nobodys')}</b>}
        {held === 'mine' && ticket.claim && (
          <span className={css.own}>
            {t('mine')} <Since at={ticket.claim.at} />
          </span>
        )}
        <Dots party={party} />
      </div>
      <Timer ticket={ticket} className={css.timer} />
      {held === 'theirs' ? <Theirs ticket={ticket} /> : <ClaimButton ticket={ticket} isMine={held === 'mine'} />}
      <span className="sr-only">{states(urgency)}</span>
    </li>
  );
});

/** Replaces the button if somebody else claimed the course. */
function Theirs({ ticket: { claim } }: { ticket: Ticket }) {
  const t = useTranslations('claim');
  if (claim === null) return null;
  const { name } = claim.by;
  return (
    <p className={css.theirs}>
      <bdi>{name.trim() === '' ? t('somebody') : name}</bdi> <span>{t('theirs')}</span> <Since at={claim.at} />
    </p>
  );
}

function Since({ at }: { at: string }) {
  const text = useAtNow((now) => durationText(now - Date.parse(at)), '');
  return <span className={css.since}>· {text}</span>;
}

function Changes({ ticket }: { ticket: Ticket }) {
  const markText = useMarkText();
  const texts = ROW_MARKS.filter((mark) => ticket.marks.includes(mark)).map((mark) => markText(ticket, mark));
  if (texts.length === 0) return null;
  return (
    <b className={css.badge}>
      <FirstOf texts={texts} />
    </b>
  );
}

function Dots({ party }: { party: PartyAtTable | null }) {
  const t = useTranslations('dot');
  const dots = party ? dotsOf(party.courses) : [];
  if (dots.length < 2) return null;
  return (
    <span className={css.dots} role="img" aria-label={dots.map(({ state }) => t(state)).join(', ')}>
      {dots.map(({ key, state }) => (
        <i key={key} data-dot={state} />
      ))}
    </span>
  );
}
