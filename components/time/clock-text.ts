const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time in a time zone: `19:42` or `19:42:07`, with the same digits in every language. */
export function clockText(at: number, timeZone: string, withSeconds: boolean): string {
  const key = `${timeZone}|${withSeconds}`;
  const known = formats.get(key) ?? formatFor(timeZone, withSeconds);
  formats.set(key, known);
  return known.format(at);
}

function formatFor(timeZone: string, withSeconds: boolean): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(withSeconds ? { second: '2-digit' } : {}),
  });
}

/** An instant of the contract in epoch ms; null if there is none. */
export function toMs(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}
