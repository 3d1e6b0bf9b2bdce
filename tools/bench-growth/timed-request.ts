import { type Agent, request } from 'node:http';

/** An answer with the time from sending the request to having read all of it. */
export type Timed = { ms: number; status: number; text: string };

export type TimedOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string | number>; body?: Buffer };

const ANSWERS_WITHIN_MS = 60_000;

/** One request over a connection that is kept. @throws when there is no answer within a minute */
export function timedRequest(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: TimedOptions,
): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(url, { method, agent, headers, timeout: ANSWERS_WITHIN_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const ms = performance.now() - startedAt;
        resolve({ ms, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.once('timeout', () => sent.destroy(new Error(`${url} was not answered in time`)));
    sent.once('error', reject);
    sent.end(body);
  });
}

/** The same, where anything but 200 is a mistake of the bench. @throws when it is not answered 200 */
export async function answered(agent: Agent, url: string, options: TimedOptions): Promise<Timed> {
  const reply = await timedRequest(agent, url, options);
  if (reply.status !== 200) throw new Error(`${url} was answered ${reply.status}: ${reply.text.slice(0, 200)}`);
  return reply;
}
