/** The words of every page together and of the one that is not there, in English. */
export const siteEn = {
  site: { description: 'A kitchen display for restaurants that serve by course', home: 'To the front page' },
  notFound: {
    title: 'There is no page here.',
    lead: 'The address may be mistyped, or the page belongs to another version of Heatlamp.',
  },
} as const;
