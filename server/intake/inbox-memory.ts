import type { Delivery } from './delivery';

/** Up to this much is kept in memory, so that it need not be read and translated again soon after. */
export const MAX_REMEMBERED = { deliveries: 2_048, bytes: 16 * 1024 * 1024 };

/** Whether a backlog that was too large to remember has become small. */
export const canBeRemembered = (count: number, bytes: number) =>
  count <= MAX_REMEMBERED.deliveries / 2 && bytes <= MAX_REMEMBERED.bytes / 2;

/** A delivery that waits, and its size. `seq` is its number in the file. */
export type Waiting = { seq: number; delivery: Delivery; bytes: number };

export const bytesOf = (waiting: readonly Pick<Waiting, 'bytes'>[]) =>
  waiting.reduce((sum, each) => sum + each.bytes, 0);

/** A copy in memory of the deliveries that wait, in order, while they are few. `isEmpty`: none waits at the start. */
export function createInboxMemory(isEmpty: boolean) {
  /** Null if some of the deliveries are only in the file. */
  let remembered: Waiting[] | null = isEmpty ? [] : null;
  let bytes = 0;

  return {
    isComplete: () => remembered !== null,
    add(waiting: readonly Waiting[]): void {
      if (!remembered) return;
      remembered.push(...waiting);
      bytes += bytesOf(waiting);
      if (remembered.length > MAX_REMEMBERED.deliveries || bytes > MAX_REMEMBERED.bytes) remembered = null;
    },
    /** The oldest deliveries, at most `most`, and at most about `mostBytes`; null if some of them are only in the file. */
    first(most: number, mostBytes: number): Waiting[] | null {
      let size = 0;
      const end = remembered?.slice(0, most).findIndex((waiting, index) => {
        size += waiting.bytes;
        return index > 0 && size > mostBytes;
      });
      return remembered?.slice(0, end === -1 ? most : end) ?? null;
    },
    removeFirst(count: number): void {
      if (remembered) bytes -= bytesOf(remembered.splice(0, count));
    },
    /** Remembers these, which are all that wait. */
    replace(waiting: readonly Waiting[]): void {
      remembered = [...waiting];
      bytes = bytesOf(waiting);
    },
  };
}
