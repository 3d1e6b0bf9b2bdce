const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The offset of an ISO 8601 time stamp (`+02:00`, `Z`); null if the text is not such a time stamp. */
export function offsetOf(text: string): string | null {
  const offset = form.exec(text)?.[1];
  return offset === undefined || Number.isNaN(Date.parse(text)) ? null : offset;
}

/** Formats an instant (epoch ms) like the POS: local time with milliseconds and an offset. */
export function atOffset(instant: number, offset: string): string {
  return new Date(instant + offsetMs(offset)).toISOString().replace('Z', offset);
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
