'use client';

import type { Ticket } from '../../contract/live';
import { useMarkText } from '../ticket/mark-text';
import { changesOf } from './changes';
import css from './wall.module.css';

export type ChangesProps = {
  ticket: Ticket;
  /** Keys of the changes that nobody has seen at this wall. */
  unseen: string;
};

/** Changes of a ticket in one badge, so that the name beside it stays readable. Unseen changes come first. */
export function Changes({ ticket, unseen }: ChangesProps) {
  const markText = useMarkText();
  const isUnseen = (mark: string) => unseen.split(' ').includes(mark);
  const marks = changesOf(ticket).map(({ mark }) => mark);
  const [first, ...others] = [...marks.filter(isUnseen), ...marks.filter((mark) => !isUnseen(mark))];
  if (first === undefined) return null;
  return (
    <span className={css.badge} data-unseen={isUnseen(first) || undefined}>
      {markText(ticket, first)}
      {others.length > 0 && (
        <>
          <span aria-hidden="true"> +{others.length}</span>
          <span className={css.forReaders}>, {others.map((mark) => markText(ticket, mark)).join(', ')}</span>
        </>
      )}
    </span>
  );
}
