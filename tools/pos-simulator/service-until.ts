import { generateService, type ServiceOptions } from './generate-service';
import { retimeDeliveries } from './retime';
import type { Delivery } from './service';

/** Deliveries of a generated service whose last event is at `until` (epoch ms), in order of arrival. */
export function serviceUntil(until: number, seed: number, options: Partial<ServiceOptions>): Delivery[] {
  const { deliveries } = generateService(seed, options);
  const from = Math.max(...deliveries.map(({ body }) => instantOf(body)));
  return retimeDeliveries(deliveries, { from, to: until, speed: 1 });
}

/** Time of the event by the POS's clock, epoch ms. */
export function instantOf(body: string): number {
  return Date.parse(/"eventTimestamp"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? '');
}
