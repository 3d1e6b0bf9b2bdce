'use client';

import { useTranslations } from 'use-intl';
import { dayAfter } from '../../domain/period';
import type { Asked } from '../office/asked';
import { useDayText } from '../office/day-text';
import { useGo } from '../office/use-go';
import { lengthText } from './length-text';

const A_MONDAY = '2024-01-01';

/** What a click in a report narrowed the list by, and no field shows: each with the way to take it back. */
export function Narrowed({ asked: { choices } }: { asked: Asked }) {
  const words = useTranslations('history.narrowed');
  const dayText = useDayText();
  const { go } = useGo();
  const { guests, hour, of, atLeast, under, tickets } = choices;
  const two = (value: number) => `${String(value).padStart(2, '0')}:00`;
  const from = atLeast === null ? null : lengthText(atLeast * 1000);
  const to = under === null ? null : lengthText(under * 1000);
  const range =
    from !== null && to !== null
      ? words('range', { from, to })
      : from !== null
        ? words('atLeast', { from })
        : to !== null
          ? words('under', { to })
          : words('any');
  const chips = [
    choices.weekday !== null && { label: dayText(dayAfter(A_MONDAY, choices.weekday - 1), 'name'), gone: ['weekday'] },
    hour !== null && { label: words('hour', { from: two(hour), to: two((hour + 1) % 24) }), gone: ['hour'] },
    guests !== null && { label: words('guests', { count: guests }), gone: ['guests'] },
    tickets !== null && { label: words('tickets', { count: tickets.length }), gone: ['tickets'] },
    of !== null && { label: words(of, { range }), gone: ['of', 'atLeast', 'under'] },
  ].filter((chip) => chip !== false);
  if (chips.length === 0) return null;
  return (
    <ul className="mb-6 flex flex-wrap gap-2">
      {chips.map(({ label, gone }) => (
        <li key={label} className="flex items-center rounded-lg bg-shade pl-3 font-semibold">
          {label}
          <button
            type="button"
            className="min-h-11 min-w-11 text-text-quiet hover:text-text print:hidden"
            aria-label={words('remove', { what: label })}
            onClick={() => go(Object.fromEntries(gone.map((name) => [name, null])))}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
