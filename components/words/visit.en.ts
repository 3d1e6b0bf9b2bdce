/** The words of a party's stay at a table, in English. */
export const visitEn = {
  visit: {
    party: '{from} to {to}',
    partyNow: 'since {from}',
    cookingKey: 'cooking',
    waitingKey: 'on the pass',
    lateKey: 'too long',
    expectedKey: 'expected',
    between: 'until the next course',
    unit: 'min',
    cooked: 'cooked {minutes, plural, =0 {under 1} other {#}} min',
    cooking: 'cooking for {minutes, plural, =0 {under 1} other {#}} min',
    longer: '{minutes} min longer than expected',
    waited: 'waited {minutes, plural, =0 {under 1} other {#}} min',
    waiting: 'waiting for {minutes, plural, =0 {under 1} other {#}} min',
    tooLong: '{minutes} min too long',
    started: 'started {time}',
    served: 'served {time}',
    collected: 'collected {time}',
    forgotten: 'never served in the POS',
    gap: '{minutes} min without food until then',
  },
} as const;
