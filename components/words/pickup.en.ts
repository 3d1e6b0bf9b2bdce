/** The words of the guests’ pickup board, in English. */
export const pickupEn = {
  pickup: {
    title: 'Pickup',
    empty: 'No orders',
    emptyHint: 'Your number shows here when the kitchen starts on it.',
  },
} as const;
