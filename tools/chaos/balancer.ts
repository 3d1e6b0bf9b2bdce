import { setTimeout as wait } from 'node:timers/promises';
import type { ClusterNode } from './cluster-node';
import { openTcpProxy } from './tcp-proxy';

/** A load balancer that gives each new connection to the next node that is ready. */
export type Balancer = { url: URL; close: () => Promise<void> };

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1_500;
/** A busy machine may answer late once. */
const MAX_UNANSWERED = 2;

/** Asks every node whether it is ready, and breaks the connections to one that does not answer. */
export async function openBalancer(nodes: readonly ClusterNode[]): Promise<Balancer> {
  /** How often in a row each has not answered. */
  const unanswered = new Map<number, number>();
  let turn = 0;
  const proxy = await openTcpProxy(() => {
    const running = nodes.flatMap(({ server }) => (server ? Number(server.url.port) : []));
    const ready = running.filter((port) => (unanswered.get(port) ?? 0) < MAX_UNANSWERED);
    const ports = ready.length > 0 ? ready : running;
    turn += 1;
    return ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
  });
  async function ask(): Promise<void> {
    for (const { server } of nodes) {
      if (!server) continue;
      const port = Number(server.url.port);
      const isReady = await fetch(new URL('/readyz', server.url), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
        .then(({ ok }) => ok)
        .catch(() => false);
      const times = isReady ? 0 : (unanswered.get(port) ?? 0) + 1;
      unanswered.set(port, times);
      if (times >= MAX_UNANSWERED) proxy.cut(port);
    }
  }

  let isClosed = false;
  const asking = (async () => {
    for (; !isClosed; await wait(ASK_EVERY_MS)) await ask();
  })();
  return {
    url: new URL(`http://127.0.0.1:${proxy.port}`),
    async close() {
      isClosed = true;
      await asking;
      await proxy.close();
    },
  };
}
