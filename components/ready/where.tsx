'use client';

import type { Ticket } from '../../contract/live';
import { shortPlace, usePlaceName } from '../ticket/place';

/** Number of characters that fit side by side at full size; longer text is smaller. */
const MAX_IN_PLACE = 3;

/** Classes for a place that fits, for one of up to twice as many characters, and for a longer one. */
export type PlaceSizes = readonly [string, string, string];

function sizeOf(place: string, sizes: PlaceSizes): string {
  if (place.length <= MAX_IN_PLACE) return sizes[0];
  return place.length <= MAX_IN_PLACE * 2 ? sizes[1] : `wrap-anywhere whitespace-normal ${sizes[2]}`;
}

/** The place of a ticket at the start of a row: a large table number with a small part; screen readers get words. */
export function Where({ ticket, sizes }: { ticket: Ticket; sizes: PlaceSizes }) {
  const label = usePlaceName()(ticket);
  const { number, part } = shortPlace(ticket);
  return (
    <h2
      className={`min-w-0 overflow-hidden font-extrabold leading-none font-stretch-78% ${sizeOf(part === null ? number : `${number}${part}`, sizes)}`}
      aria-label={label}
    >
      {number}
      {part !== null && <small className="font-bold text-[0.45em]">·{part}</small>}
    </h2>
  );
}
