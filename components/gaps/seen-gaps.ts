import type { KeyValueStorage } from '../local-storage';

const NAME = 'heatlamp.gaps-seen';

/** Time up to which gaps of a branch were dismissed at this screen: ISO 8601, empty if none were. */
export function seenUntil(storage: KeyValueStorage | null, branch: number): string {
  try {
    return storage?.getItem(`${NAME}.${branch}`) ?? '';
  } catch {
    return '';
  }
}

/** If the storage is full or forbidden, the dismissal lasts until the page reloads. */
export function keepSeen(storage: KeyValueStorage | null, branch: number, until: string): void {
  try {
    storage?.setItem(`${NAME}.${branch}`, until);
  } catch {
    // A dismissal that is not stored only shows the notice again.
  }
}
