/** The part of a storage that components use. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The device's storage, or null if it is forbidden. */
export function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
