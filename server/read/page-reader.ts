import type { Reader } from './messages';

const HERE = Symbol.for('heatlamp.reader');

/** Hands the server's reader to the pages, which Next runs in this process but loads as modules of their own. */
export function offerReader(reader: Reader): void {
  (globalThis as { [HERE]?: Reader })[HERE] = reader;
}

/** The server's reader, for pages. @throws Error where no server runs in this process */
export function pageReader(): Reader {
  const reader = (globalThis as { [HERE]?: Reader })[HERE];
  if (!reader) throw new Error('pages are shown by the running server only');
  return reader;
}
