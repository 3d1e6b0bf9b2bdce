import { machineNow } from './clock';
import { openConnection } from './connection';

/**
 * Posts all requests over that many connections, each as soon as the previous answer is there. Returns the seconds from
 * the first request to the last answer, without connecting. @throws at the first invalid answer
 */
export async function postAsFastAsAnswered(
  port: number,
  connections: number,
  requests: readonly Buffer[],
): Promise<number> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  try {
    // One iterator for all connections: each takes the next request.
    const waiting = requests.values();
    const beganAt = machineNow();
    await Promise.all(
      open.map(async ({ post }) => {
        for (const request of waiting) await post(request);
      }),
    );
    return (machineNow() - beganAt) / 1_000;
  } finally {
    for (const { close } of open) close();
  }
}
