import type { Ticket } from '../../contract/live';
import { createListeners } from '../../lib/listeners';
import { type DeviceStorage, parseStored } from '../device-storage';

/** More tickets than any wall has open. */
const MAX_KEPT = 300;

const CARD_MARKS = ['moved', 'renamed', 'guests', 'completed-again'] as const;

/** One difference between a ticket and its earlier state. */
type Change = {
  mark: (typeof CARD_MARKS)[number];
  /** The change with its result, so that a party that moves again has a new change. */
  name: string;
};

/** Names of the seen changes by ticket id. */
type Kept = Record<string, string[]>;

export type SeenChanges = {
  subscribe: (listener: () => void) => () => void;
  /** Names of the ticket's unseen changes as one string, which changes only when the set does. */
  unseen: (ticket: Ticket) => string;
  /** Marks all of the ticket's changes as seen. Returns the function that reverts this. */
  see: (ticket: Ticket, onBoard: (ticketId: string) => boolean) => () => void;
};

const NAME = 'heatlamp-seen';

/**
 * Remembers which changes were seen at this wall. A change stands out until somebody touches its card, and stays on the
 * card quietly after that. This is kept per device, since the cook at another wall has not seen it, and removed with
 * the ticket.
 */
export function createSeenChanges(storage: DeviceStorage): SeenChanges {
  const { subscribe, notify } = createListeners();
  let kept = read(storage);

  const keep = (next: Kept) => {
    kept = next;
    // Where the storage is full or forbidden, changes stay seen until the page reloads.
    storage.set(NAME, JSON.stringify(next));
    notify();
  };
  const isSeen = (ticket: Ticket, { name }: Change) => kept[ticket.id]?.includes(name) ?? false;

  return {
    subscribe,
    unseen: (ticket) =>
      changesOf(ticket)
        .filter((change) => !isSeen(ticket, change))
        .map(({ mark }) => mark)
        .join(' '),
    see(ticket, onBoard) {
      const { [ticket.id]: before, ...others } = kept;
      const stay = Object.entries(others).filter(([id]) => onBoard(id));
      const seen = changesOf(ticket).map(({ name }) => name);
      keep(Object.fromEntries([...stay, [ticket.id, seen] as const].slice(-MAX_KEPT)));
      return () => {
        const { [ticket.id]: _, ...rest } = kept;
        keep(before ? { ...rest, [ticket.id]: before } : rest);
      };
    },
  };
}

/** Invalid stored values count as empty. */
function read(storage: DeviceStorage): Kept {
  const entries = Object.entries(parseStored(storage.get(NAME)) ?? {});
  return Object.fromEntries(entries.filter(([, names]) => Array.isArray(names))) as Kept;
}

/** Changes of a ticket that a card shows, in display order. */
export function changesOf(ticket: Ticket): Change[] {
  if (ticket.marks.length === 0) return []; // fast path: most tickets have none, and every card asks
  return CARD_MARKS.filter((mark) => ticket.marks.includes(mark)).map((mark) => ({
    mark,
    name: `${mark} ${cameTo(mark, ticket)}`,
  }));
}

function cameTo(mark: Change['mark'], { table, readyAt }: Ticket): string | number | null | undefined {
  if (mark === 'moved') return table && `${table.number}/${table.subNumber}`;
  if (mark === 'renamed') return table?.name;
  return mark === 'guests' ? table?.guests : readyAt;
}
