/** Storage of the device, such as `localStorage`. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const NAME = 'heatlamp.gaps-seen';

/** Time up to which gaps of a branch were dismissed at this screen: ISO 8601, empty if none were. */
export function seenUntil(shelf: Shelf | null, branch: number): string {
  try {
    return shelf?.getItem(`${NAME}.${branch}`) ?? '';
  } catch {
    return '';
  }
}

/** If the storage is full or forbidden, the dismissal lasts until the page reloads. */
export function keepSeen(shelf: Shelf | null, branch: number, until: string): void {
  try {
    shelf?.setItem(`${NAME}.${branch}`, until);
  } catch {
    // A dismissal that is not stored only shows the notice again.
  }
}
