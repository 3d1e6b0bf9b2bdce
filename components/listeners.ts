/** Listeners of a store, which are called without arguments after every change. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Call the result to stop. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
    clear: () => listeners.clear(),
  };
}
