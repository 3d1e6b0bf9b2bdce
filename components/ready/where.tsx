'use client';

import type { Ticket } from '../../contract/live';
import { shortPlace, usePlaceName } from '../ticket/place';
import css from './row.module.css';

/** Number of characters that fit side by side at full size; longer text is smaller. */
const MOST_IN_PLACE = 3;

function longOf(place: string): 'yes' | 'very' | undefined {
  if (place.length <= MOST_IN_PLACE) return undefined;
  return place.length <= MOST_IN_PLACE * 2 ? 'yes' : 'very';
}

/** The place of a ticket at the start of a row: a large table number with a small part; screen readers get words. */
export function Where({ ticket }: { ticket: Ticket }) {
  const label = usePlaceName()(ticket);
  const { number, part } = shortPlace(ticket);
  return (
    <h2 className={css.where} aria-label={label} data-long={longOf(part === null ? number : `${number}${part}`)}>
      {number}
      {part !== null && <small>·{part}</small>}
    </h2>
  );
}
