const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

// Creating an Intl format costs a hundred times as much as using it, and a page over a year uses thousands.

/** Returns the date format of these options, created once. The options come from the code, so there are few. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keptIn(dates, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Like `dateFormat`, for numbers. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keptIn(numbers, locale, options, () => new Intl.NumberFormat(locale, options));
}

function keptIn<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known;
}
