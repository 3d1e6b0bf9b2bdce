import type { Running } from './servers/target';

/** @throws when a delivery that was answered 200 is not in the server's database */
export function expectStored(server: Running, deliveries: number): void {
  const stored = server.stored();
  if (stored !== deliveries)
    throw new Error(`${server.target} answered 200 to ${deliveries} deliveries and has stored ${stored}`);
}
