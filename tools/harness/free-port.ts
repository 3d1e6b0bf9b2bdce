import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to servers on port 0, which would take it again. */
const [FIRST, END] = [10_000, 32_768];

/** Finds a free port on loopback. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
