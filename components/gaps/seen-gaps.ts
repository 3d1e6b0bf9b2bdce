/** Where a device keeps it, as `localStorage` does. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const NAME = 'heatlamp.gaps-seen';

/** Until when somebody at this screen has seen the gaps of a branch: ISO 8601, empty where nobody has. */
export function seenUntil(shelf: Shelf | null, branch: number): string {
  try {
    return shelf?.getItem(`${NAME}.${branch}`) ?? '';
  } catch {
    return '';
  }
}

/** A shelf that is full or forbidden: seen until the page is loaded anew. */
export function keepSeen(shelf: Shelf | null, branch: number, until: string): void {
  try {
    shelf?.setItem(`${NAME}.${branch}`, until);
  } catch {
    // What is not kept is told again, which is no harm.
  }
}
