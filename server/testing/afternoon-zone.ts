const AFTERNOON_HOUR = 16;

/**
 * An IANA time zone in which it is between 16:00 and 17:00 now. Business days begin at 04:00, so the deliveries of the
 * last twelve hours belong to one business day, at any time of day.
 */
export function afternoonZone(): string {
  const ahead = ((AFTERNOON_HOUR - new Date().getUTCHours() + 11 + 24) % 24) - 11;
  if (ahead === 0) return 'Etc/GMT';
  // POSIX counts hours west of Greenwich: Etc/GMT-2 is two hours ahead of it.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** The default time zone of a test server: Amsterdam if its clock is stopped at an instant, else where it is afternoon. */
export function zoneOfTests(startAt: number | null): string {
  return startAt === null ? afternoonZone() : 'Europe/Amsterdam';
}
