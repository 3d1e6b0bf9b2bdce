import type { ServerProcess } from './server-process';

const HALF_A_DAY_MS = 12 * 3_600_000;

/**
 * The branch's business day ends half a day from now. At four in the morning, as it is by itself, what a test told of
 * the last hours would be yesterday's for a test that runs at five.
 */
export async function endsItsDayLater(server: ServerProcess, branch: number): Promise<void> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam', hour: '2-digit', minute: '2-digit' });
  const cutOff = clock.format(Date.now() + HALF_A_DAY_MS);
  await server.heatlamp('branch', 'set', String(branch), '--cut-off', cutOff);
}
