import { localDevice } from '../device-storage';

const NAME = 'heatlamp.gaps-seen';

/** Time up to which gaps of a branch were dismissed at this screen: ISO 8601, empty if none were. */
export function seenUntil(branch: number): string {
  return localDevice.get(`${NAME}.${branch}`) ?? '';
}

/** Where it cannot be stored, the notice appears again after a reload. */
export function keepSeen(branch: number, until: string): void {
  localDevice.set(`${NAME}.${branch}`, until);
}
