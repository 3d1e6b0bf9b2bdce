'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../domain/live-contract';
import { changesOf } from './changes';
import css from './wall.module.css';

/**
 * What is other than it was, as one badge: the name beside it must still be read. What nobody has seen comes first and
 * stands out; `unseen` are its marks.
 */
export function Changes({ ticket, unseen }: { ticket: Ticket; unseen: string }) {
  const say = useTranslations('mark');
  const isUnseen = (mark: string) => unseen.split(' ').includes(mark);
  const marks = changesOf(ticket).map(({ mark }) => mark);
  const [first, ...others] = [...marks.filter(isUnseen), ...marks.filter((mark) => !isUnseen(mark))];
  if (first === undefined) return null;
  return (
    <span className={css.badge} data-unseen={isUnseen(first) || undefined}>
      {say(first)}
      {others.length > 0 && (
        <>
          <span aria-hidden="true"> +{others.length}</span>
          <span className={css.forReaders}>, {others.map((mark) => say(mark)).join(', ')}</span>
        </>
      )}
    </span>
  );
}
