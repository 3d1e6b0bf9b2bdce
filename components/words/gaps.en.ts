/** What may be missing from a board, in English. */
export const gapsEn = {
  gaps: {
    between: 'Events may be missing between {from} and {to}',
    more: '{count, plural, one {and once more} other {and # more times}} within the last hour',
    why: {
      down: 'The server was not running: what the POS sent meanwhile did not arrive.',
      refused: 'The server could not keep anything: what the POS sent meanwhile was refused.',
      restored: 'A backup was put back: what came after it was made is not in it.',
      silent: 'The POS said nothing although courses were open.',
    },
    seen: 'Seen',
    seenHint: 'Seen: no longer show this here',
  },
} as const;
