const ISO_8601 = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** Of this form Date.parse reads every text rightly: up to the 28th no day rolls over into the next month. */
const USUAL = /^\d{4}-\d{2}-(?:[01]\d|2[0-8])T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * An instant since 1970 as ISO 8601 with an offset, as epoch milliseconds; undefined for anything else. Without an
 * offset it would be anybody's guess.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const at = USUAL.test(value) ? Date.parse(value) : parseAny(value.trim());
  return at >= 0 ? at : undefined;
}

/** NaN if it is not an instant. */
function parseAny(text: string): number {
  const match = ISO_8601.exec(text);
  if (!match) return Number.NaN;
  const [, year = '', month = '', day = '', time = '', offset = ''] = match;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  // Date rolls the 30th of February over into March.
  if (!(midnight < Date.UTC(Number(year), Number(month), 1))) return Number.NaN;
  const milliseconds = time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1');
  return Date.parse(`${year}-${month}-${day}T${milliseconds}${zoneOf(offset)}`);
}

/** An offset as Date.parse reads it. */
function zoneOf(offset: string): string {
  if (offset.length === 1) return 'Z';
  if (offset.length === 6) return offset;
  return `${offset.slice(0, 3)}:${offset.slice(3) || '00'}`;
}
