import type { Ticket } from '../../contract/live';
import { type Change, changesOf } from './changes';

/** Which changes of which tickets were seen, by their names. */
type Kept = Record<string, string[]>;

/** Where a device keeps it, as `localStorage` does. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

export type SeenChanges = {
  subscribe: (listener: () => void) => () => void;
  /** Those that nobody has seen yet here, as one text: another one only when they are others. */
  unseen: (ticket: Ticket) => string;
  /** Somebody saw all of its changes. Returns what takes that back. */
  see: (ticket: Ticket, onBoard: (ticketId: string) => boolean) => () => void;
};

const NAME = 'heatlamp-seen';
/** More tickets than any wall has open. */
const MOST = 300;

/**
 * A change stands out until somebody at this wall has touched its card, and is told quietly from then on: it is still
 * so, and whoever comes later can read it, but it wants nothing any more. What was seen is this device's own, since the
 * cook at another wall has not seen it; it goes with its ticket, and a device that keeps nothing tells it once more.
 */
export function createSeenChanges(shelf: Shelf | null): SeenChanges {
  const listeners = new Set<() => void>();
  let kept = read(shelf);

  const keep = (next: Kept) => {
    kept = next;
    try {
      shelf?.setItem(NAME, JSON.stringify(next));
    } catch {
      // A shelf that is full or forbidden: seen until the page is loaded anew.
    }
    for (const listener of listeners) listener();
  };
  const isSeen = (ticket: Ticket, { name }: Change) => kept[ticket.id]?.includes(name) ?? false;

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unseen: (ticket) =>
      changesOf(ticket)
        .filter((change) => !isSeen(ticket, change))
        .map(({ mark }) => mark)
        .join(' '),
    see(ticket, onBoard) {
      const { [ticket.id]: before, ...others } = kept;
      const stay = Object.entries(others).filter(([id]) => onBoard(id));
      const seen = changesOf(ticket).map(({ name }) => name);
      keep(Object.fromEntries([...stay, [ticket.id, seen] as const].slice(-MOST)));
      return () => {
        const { [ticket.id]: _, ...rest } = kept;
        keep(before ? { ...rest, [ticket.id]: before } : rest);
      };
    },
  };
}

/** What somebody else wrote there is nothing. */
function read(shelf: Shelf | null): Kept {
  try {
    const found: unknown = JSON.parse(shelf?.getItem(NAME) ?? '{}');
    const entries = Object.entries(typeof found === 'object' && found !== null ? found : {});
    return Object.fromEntries(entries.filter(([, names]) => Array.isArray(names))) as Kept;
  } catch {
    return {};
  }
}
