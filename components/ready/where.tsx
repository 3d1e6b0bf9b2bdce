'use client';

import type { Ticket } from '../../contract/live';
import { shortPlace, usePlaceName } from '../ticket/place';
import css from './row.module.css';

/** So many characters stand in full size beside each other; more are smaller, and far more are smaller still. */
const MOST_IN_PLACE = 3;

function longOf(place: string): 'yes' | 'very' | undefined {
  if (place.length <= MOST_IN_PLACE) return undefined;
  return place.length <= MOST_IN_PLACE * 2 ? 'yes' : 'very';
}

/** Where it goes, as a row begins with it: the table's number large, its part small; read out in words. */
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
