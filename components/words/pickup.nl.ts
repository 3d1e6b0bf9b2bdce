import type { PickupWords } from './pickup-words';

/** The words of the guests’ pickup board, in Dutch. */
export const pickupNl: PickupWords = {
  pickup: {
    title: 'Afhalen',
    empty: 'Geen bestellingen',
    emptyHint: 'Je nummer verschijnt hier zodra de keuken eraan begint.',
  },
};
