'use client';

import { useTranslations } from 'use-intl';
import type { Mark, Ticket } from '../../contract/live';

type Marked = Pick<Ticket, 'marks' | 'presumedServed'>;

/** Names and explains the marks of a course, with the reason for a presumed one. */
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

/** Unusual facts of a course, with explanations in their titles. */
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
