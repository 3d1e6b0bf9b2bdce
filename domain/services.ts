/** A named part of the business day, such as lunch, and the minute of the day at which it starts. */
export type Service = { name: string; startMinute: number };

/** F16: parses `lunch 11:00, dinner 16:00`, sorted by start; null if a part is invalid or a name occurs twice. */
export function readServices(text: string): Service[] | null {
  const services = text.split(',').map((part) => /^\s*(\S(?:.*\S)?)\s+([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(part));
  const read = services.flatMap((match) =>
    match?.[1] ? [{ name: match[1], startMinute: Number(match[2]) * 60 + Number(match[3]) }] : [],
  );
  const names = new Set(read.map((service) => service.name));
  const complete = read.length === services.length && names.size === read.length;
  return complete ? read.toSorted((a, b) => a.startMinute - b.startMinute) : null;
}
