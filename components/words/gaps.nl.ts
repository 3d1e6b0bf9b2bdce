import type { GapsWords } from './gaps-words';

/** What may be missing from a board, in Dutch. */
export const gapsNl: GapsWords = {
  gaps: {
    between: 'Tussen {from} en {to} kunnen berichten van de kassa ontbreken',
    more: '{count, plural, one {en nog één keer} other {en nog # keer}} in het afgelopen uur',
    why: {
      down: 'De server draaide niet: wat de kassa in die tijd stuurde, is niet aangekomen.',
      refused: 'De server kon niets bewaren: wat de kassa in die tijd stuurde, is geweigerd.',
      restored: 'Er is een back-up teruggezet: wat daarna binnenkwam, zit er niet in.',
      silent: 'De kassa liet niets horen terwijl er gangen openstonden.',
    },
    seen: 'Gezien',
    seenHint: 'Gezien: hier niet meer tonen',
  },
};
