import type { PickupWords } from './pickup-words';

/** The words of the guests’ pickup board, in Dutch. */
export const pickupNl: PickupWords = {
  pickup: {
    title: 'Haal je bestelling op',
    preparing: 'In bereiding',
    ready: 'Klaar',
    empty: 'Nu geen bestellingen',
    emptyHint: 'Je nummer verschijnt hier zodra je bestelling klaar is.',
    more: '+{count}',
    moreLabel:
      'nog {count, plural, one {# nummer} other {# nummers}} op andere bladzijden, dit is bladzijde {page} van {pages}',
    call: 'Nummer {number}',
    behind: 'Dit bord loopt misschien achter.',
    old: 'Dit bord loopt achter. Vraag het even aan de balie.',
    last: 'Bijgewerkt om {time}',
  },
  pickupMenu: {
    clear: 'Minuten dat een nummer klaar blijft staan',
    voice: 'Stem die het nummer zegt',
    voices: { off: 'uit', on: 'aan, bij het geluid' },
    diagonal: 'Schermdiagonaal (inch)',
    distance: 'Gasten lezen vanaf (meter)',
  },
};
