/** The words of every page together, of the one that is not there and of pairing, in English. */
export const siteEn = {
  site: { description: 'A kitchen display for restaurants that serve by course', home: 'To the front page' },
  notFound: {
    title: 'There is no page here.',
    lead: 'The address may be mistyped, or the page belongs to another version of Heatlamp.',
  },
  pair: {
    title: 'Pairing this screen',
    working: 'Pairing …',
    noToken: 'This link is not complete. Open the whole link, as it was printed.',
    refused: 'This link is no longer valid. Make a new one with `npm run -s heatlamp --` `screen add …`.',
    unreachable: 'The server does not answer. This screen tries again.',
  },
} as const;
