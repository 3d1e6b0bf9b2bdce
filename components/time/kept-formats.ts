const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

// Making a format costs a hundred times what using one does, and a page of a year uses thousands.

/** The format of these options. It is made once: options come from the code, in few ways. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keptIn(dates, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** As `dateFormat`, of numbers. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keptIn(numbers, locale, options, () => new Intl.NumberFormat(locale, options));
}

function keptIn<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known;
}
