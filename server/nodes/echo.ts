import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeMessage } from '../board/branch-news';
import { NOTIFY } from '../sql/node-statements';
import { parametersOf, type Statements } from '../sql/statements';

/** How long a message may take to come back, in ms. */
const WITHIN_MS = 5_000;

/** Finds out whether messages between nodes arrive: sends one without content, and waits for it on the connection that listens. */
export function createEcho(node: number, database: Pick<Statements, '$executeRawUnsafe'>) {
  const expected = new Map<string, () => void>();
  return {
    /** Call it with every message of this node. */
    receive: ({ echo }: NodeMessage) => echo !== undefined && expected.get(echo)?.(),
    /** Resolves to whether a message came back. @throws Error if it could not be sent */
    async comesBack(): Promise<boolean> {
      const echo = randomUUID();
      const back = new Promise<boolean>((done) => expected.set(echo, () => done(true)));
      const message: NodeMessage = { node, branches: [], echo };
      try {
        await database.$executeRawUnsafe(NOTIFY, ...parametersOf([[JSON.stringify(message)]]));
        return await Promise.race([back, wait(WITHIN_MS, false, { ref: false })]);
      } finally {
        expected.delete(echo);
      }
    },
  };
}
