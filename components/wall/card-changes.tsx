'use client';

import type { Ticket } from '../../contract/live';
import { useMarkText } from '../ticket/mark-text';
import { changesOf } from './changes';

/** A change, or the round of a course. */
export const BADGE = 'relative rounded-[0.22em] border-[0.1em] px-3.5 font-bold text-(length:--least)';

export type ChangesProps = {
  className: string;
  ticket: Ticket;
  /** Keys of the changes that nobody has seen at this wall. */
  unseen: string;
};

/** Changes of a ticket in one badge, so that the name beside it stays readable. Unseen changes come first. */
export function Changes({ ticket, unseen, className }: ChangesProps) {
  const markText = useMarkText();
  const isUnseen = (mark: string) => unseen.split(' ').includes(mark);
  const marks = changesOf(ticket).map(({ mark }) => mark);
  const [first, ...others] = [...marks.filter(isUnseen), ...marks.filter((mark) => !isUnseen(mark))];
  if (first === undefined) return null;
  return (
    <span
      className={`${BADGE} ${className} ${isUnseen(first) ? 'border-transparent inverse' : 'border-current'}`}
      data-unseen={isUnseen(first) || undefined}
    >
      {markText(ticket, first)}
      {others.length > 0 && (
        <>
          <span aria-hidden="true"> +{others.length}</span>
          <span className="for-readers">, {others.map((mark) => markText(ticket, mark)).join(', ')}</span>
        </>
      )}
    </span>
  );
}
