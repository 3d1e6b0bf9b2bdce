'use client';

import { useTranslations } from 'use-intl';
import type { CourseDetails } from '../../contract/history';
import { Sheet } from '../manager/page-head';
import { clockText } from '../time/clock-text';
import { useMarkText } from './marks';

/** Explains unusual facts of a course, and lists taps on it. Empty if there are none. */
export function Remarks({ details: { ticket, actions }, timeZone }: { details: CourseDetails; timeZone: string }) {
  const t = useTranslations('course');
  const actionText = useTranslations('course.note');
  const textOf = useMarkText();
  if (ticket.marks.length === 0 && actions.length === 0) return null;
  return (
    <div className="grid gap-6 lg:grid-cols-2 [&>:only-child]:lg:col-span-2">
      {ticket.marks.length > 0 && (
        <Sheet title={t('remarks')}>
          <dl className="mt-3 grid gap-3">
            {ticket.marks.map((each) => {
              const { name, about } = textOf(each, ticket);
              return (
                <div key={each}>
                  <dt className="font-semibold first-letter:uppercase">{name}</dt>
                  <dd className="max-w-prose text-pretty text-text-quiet">{about}</dd>
                </div>
              );
            })}
          </dl>
        </Sheet>
      )}
      {actions.length > 0 && (
        <Sheet title={t('notes')}>
          <ol className="mt-3 grid gap-1.5">
            {actions.map(({ id, kind, screen, at }) => (
              <li key={id} className="flex gap-4">
                <span className="tabular-nums">{clockText(Date.parse(at), timeZone, true)}</span>
                <span>{actionText(kind, { screen })}</span>
              </li>
            ))}
          </ol>
        </Sheet>
      )}
    </div>
  );
}
