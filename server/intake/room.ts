/** Lets requests wait while there is no room for their delivery. */
export function createRoom(hasRoom: () => boolean) {
  const waiting: (() => void)[] = [];
  let isFreeing = false;
  return {
    async wait(): Promise<void> {
      if (!hasRoom()) await new Promise<void>((free) => waiting.push(free));
    },
    /** Admits one request per turn of the event loop, because its delivery takes room only once it is read. */
    async free(): Promise<void> {
      if (isFreeing) return;
      isFreeing = true;
      while (waiting.length > 0 && hasRoom()) {
        waiting.shift()?.();
        await new Promise((next) => setImmediate(next));
      }
      isFreeing = false;
    },
  };
}
