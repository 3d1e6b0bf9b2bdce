import type { ClusterNode } from './cluster-node';
import { openTcpProxy } from './tcp-proxy';

/** A load balancer that gives each new connection to the next node that is ready. */
export type Balancer = { url: URL; close: () => Promise<void> };

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1_500;

/** Asks every node whether it is ready, and breaks the connections to one that does not answer. */
export async function openBalancer(nodes: readonly ClusterNode[]): Promise<Balancer> {
  const unready = new Set<number>();
  let turn = 0;
  const proxy = await openTcpProxy(() => {
    const running = nodes.flatMap(({ server }) => (server ? Number(server.url.port) : []));
    const ready = running.filter((port) => !unready.has(port));
    const ports = ready.length > 0 ? ready : running;
    turn += 1;
    return ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
  });
  const asking = setInterval(async () => {
    for (const { server } of nodes) {
      if (!server) continue;
      const port = Number(server.url.port);
      const isReady = await fetch(new URL('/readyz', server.url), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
        .then(({ ok }) => ok)
        .catch(() => false);
      if (isReady) unready.delete(port);
      else {
        unready.add(port);
        proxy.cut(port);
      }
    }
  }, ASK_EVERY_MS);
  asking.unref();
  return {
    url: new URL(`http://127.0.0.1:${proxy.port}`),
    async close() {
      clearInterval(asking);
      await proxy.close();
    },
  };
}
