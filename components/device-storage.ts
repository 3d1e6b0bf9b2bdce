/** Text that a page keeps on its device. Never throws. */
export type DeviceStorage = {
  /** Null if nothing is stored under this name, undefined if the storage cannot be read. */
  get: (name: string) => string | null | undefined;
  /** Returns whether the text was stored. */
  set: (name: string, text: string) => boolean;
};

/** `open` returns the browser's storage. It throws where the device forbids it; writing throws where it is full. */
export function deviceStorage(open: () => Pick<Storage, 'getItem' | 'setItem'>): DeviceStorage {
  return {
    get(name) {
      try {
        return open().getItem(name);
      } catch {
        return undefined;
      }
    },
    set(name, text) {
      try {
        open().setItem(name, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Kept until somebody clears the browser. */
export const localDevice = deviceStorage(() => window.localStorage);

/** Kept across reloads, until the page is closed. */
export const pageSession = deviceStorage(() => window.sessionStorage);

/** Parses stored text as JSON; null if there is none, or if it is invalid. */
export function parseStored(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
