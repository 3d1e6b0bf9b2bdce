import { machineNow } from './clock';
import { openConnection } from './connection';

/**
 * Posts all requests over `connections` connections, each as soon as the previous response has arrived. Resolves to the
 * seconds from the first request to the last response. @throws at the first invalid response
 */
export async function postClosedLoop(port: number, connections: number, requests: readonly Buffer[]): Promise<number> {
  const pool = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  try {
    // One iterator for all connections: each takes the next request.
    const remaining = requests.values();
    const startedAt = machineNow();
    await Promise.all(
      pool.map(async ({ post }) => {
        for (const request of remaining) await post(request);
      }),
    );
    return (machineNow() - startedAt) / 1_000;
  } finally {
    for (const { close } of pool) close();
  }
}
