const ISO_8601 = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** Texts that `Date.parse` always parses correctly: days up to the 28th exist in every month. */
const USUAL = /^\d{4}-\d{2}-(?:[01]\d|2[0-8])T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses an instant since 1970 in ISO 8601. Returns epoch milliseconds, or undefined for anything else. The offset is
 * required, because without it the instant is ambiguous.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const at = USUAL.test(value) ? Date.parse(value) : parseAny(value.trim());
  return at >= 0 ? at : undefined;
}

/** Parses an instant in any other form. NaN if it is not one. */
function parseAny(text: string): number {
  const match = ISO_8601.exec(text);
  if (!match) return Number.NaN;
  const [, year = '', month = '', day = '', time = '', offset = ''] = match;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  // `Date` would parse the 30th of February as a day in March.
  if (!(midnight < Date.UTC(Number(year), Number(month), 1))) return Number.NaN;
  const milliseconds = time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1');
  return Date.parse(`${year}-${month}-${day}T${milliseconds}${zoneOf(offset)}`);
}

/** The offset in the form that `Date.parse` reads. */
function zoneOf(offset: string): string {
  if (offset.length === 1) return 'Z';
  if (offset.length === 6) return offset;
  return `${offset.slice(0, 3)}:${offset.slice(3) || '00'}`;
}
