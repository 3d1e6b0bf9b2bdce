import { type DeviceStorage, parseStored } from '../device-storage';
import type { Called } from './called';

const NAME = 'heatlamp-called';

/** The called numbers that were kept before the page was reloaded. */
export function readCalled(storage: DeviceStorage): Called {
  const kept = parseStored(storage.get(NAME));
  return new Map(Array.isArray(kept) ? kept.filter(isCall) : []);
}

/** Without storage, a reloaded page may call again what leaves the board and comes back as it was. */
export function keepCalled(storage: DeviceStorage, called: Called): void {
  storage.set(NAME, JSON.stringify([...called]));
}

function isCall(kept: unknown): kept is [order: string, since: number] {
  return Array.isArray(kept) && kept.length === 2 && typeof kept[0] === 'string' && Number.isFinite(kept[1]);
}
