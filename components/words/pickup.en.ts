/** The words of the guests’ pickup board, in English. */
export const pickupEn = {
  pickup: {
    title: 'Pick up your order',
    preparing: 'Preparing',
    ready: 'Ready',
    empty: 'No orders right now',
    emptyHint: 'Your number shows here when your order is ready.',
    more: '+{count}',
    moreLabel:
      '{count, plural, one {# more number} other {# more numbers}} on other pages, this is page {page} of {pages}',
    call: 'Number {number}, please',
    behind: 'This board may not be up to date.',
    old: 'This board is not up to date. Please ask at the counter.',
    last: 'Last update {time}',
  },
  pickupMenu: {
    clear: 'Minutes that a ready number stays',
    voice: 'Voice that says the number',
    voices: { off: 'off', on: 'on, with the sound' },
    diagonal: 'Diagonal of the screen (inches)',
    distance: 'Guests read from (metres)',
  },
} as const;
