'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';

export type ChangeMark = 'moved' | 'renamed' | 'guests' | 'completed-again';

/**
 * Returns a function that describes a change of a ticket, with the old value if known: `from 72`, `was Jansen`, `4 → 7
 * guests`.
 */
export function useMarkText(): (ticket: Ticket, mark: ChangeMark) => string {
  const t = useTranslations('mark');
  const from = useTranslations('markFrom');
  return ({ changes: { tableFrom, nameFrom, guestsFrom }, table }, mark) => {
    if (mark === 'moved' && tableFrom) return from('moved', { place: placeText(tableFrom) });
    if (mark === 'renamed' && nameFrom !== null) return from('renamed', { name: nameFrom });
    if (mark === 'guests' && guestsFrom !== null && table?.guests != null)
      return from('guests', { from: guestsFrom, to: table.guests });
    return t(mark);
  };
}

function placeText(table: { number: string; subNumber: string }): string {
  return table.subNumber === '1' ? table.number : `${table.number}·${table.subNumber}`;
}
