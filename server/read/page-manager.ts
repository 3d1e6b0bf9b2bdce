import type { Manager } from '../session/manager';

const HERE = Symbol.for('heatlamp.signed-in');

type FindManager = (cookies: string | null) => Manager | null;

/** Lets pages, which Next loads as modules of their own, ask the server in this process who is signed in. */
export function offerSignedIn(find: FindManager): void {
  (globalThis as { [HERE]?: FindManager })[HERE] = find;
}

/**
 * The manager who asks for a page, by the `Cookie` header that came with it; null when nobody is signed in.
 * @throws Error where no server runs in this process
 */
export async function managerBehind(cookies: string | null): Promise<Manager | null> {
  const find = (globalThis as { [HERE]?: FindManager })[HERE];
  if (!find) throw new Error('pages are shown by the running server only');
  return find(cookies);
}
