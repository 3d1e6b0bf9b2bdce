const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares texts by the numbers in them, for a sort: table 9 comes before table 10. */
export const compareNumbers: (a: string, b: string) => number = compare;
