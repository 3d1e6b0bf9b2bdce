import { machineNow } from './clock';
import { openConnection } from './connection';

/**
 * Posts all requests over `connections` connections, each as soon as the previous response has arrived. Resolves to the
 * seconds from the first request to the last response, and the milliseconds to each. @throws at the first invalid response
 */
export async function postClosedLoop(
  port: number,
  connections: number,
  requests: readonly Buffer[],
): Promise<{ seconds: number; latenciesMs: number[] }> {
  const pool = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  try {
    // One iterator for all connections: each takes the next request.
    const remaining = requests.values();
    const latenciesMs: number[] = [];
    const startedAt = machineNow();
    await Promise.all(
      pool.map(async ({ post }) => {
        for (const request of remaining) {
          const postedAt = machineNow();
          await post(request);
          latenciesMs.push(machineNow() - postedAt);
        }
      }),
    );
    return { seconds: (machineNow() - startedAt) / 1_000, latenciesMs };
  } finally {
    for (const { close } of pool) close();
  }
}
