'use client';

import { useTranslations } from 'use-intl';
import type { Mark, Ticket } from '../../contract/live';

type Marked = Pick<Ticket, 'marks' | 'presumedServed'>;

/** Names the marks of a course and says what they mean. One that is presumed served says why. */
export function useMarkText() {
  const names = useTranslations('history.mark');
  const abouts = useTranslations('history.markAbout');
  const presumed = useTranslations('history.presumed');
  const presumedAbout = useTranslations('history.presumedAbout');
  return (mark: Mark, { presumedServed }: Marked): { name: string; about: string } =>
    mark === 'presumed-served' && presumedServed
      ? { name: presumed(presumedServed.reason), about: presumedAbout(presumedServed.reason) }
      : { name: names(mark), about: abouts(mark) };
}

/** What is unusual about a course, in words; what they mean is in their titles. */
export function Marks({ ticket }: { ticket: Marked }) {
  const textOf = useMarkText();
  return ticket.marks.map((mark, index) => {
    const { name, about } = textOf(mark, ticket);
    return (
      <span key={mark}>
        {index > 0 && ' · '}
        <span title={about}>{name}</span>
      </span>
    );
  });
}
