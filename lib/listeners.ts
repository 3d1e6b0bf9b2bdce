/** Listeners of what changes. `notify` calls all of them with the same arguments. */
export function createListeners<Arguments extends unknown[] = []>() {
  const listeners = new Set<(...given: Arguments) => void>();
  return {
    count: () => listeners.size,
    /** Call the result to stop. */
    subscribe: (listener: (...given: Arguments) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...given: Arguments) => {
      for (const listener of listeners) listener(...given);
    },
    clear: () => listeners.clear(),
  };
}
