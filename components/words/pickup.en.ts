/** The words of the guests’ pickup board, in English. */
export const pickupEn = {
  pickup: {
    title: 'Pickup',
    empty: 'No orders · live {time}',
    emptyHint: 'Your number shows here when the kitchen starts on it.',
  },
} as const;
