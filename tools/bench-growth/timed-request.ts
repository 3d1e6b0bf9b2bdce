import { type Agent, request } from 'node:http';

/** A response, and the ms from sending the request to the end of the body. */
export type TimedResponse = { ms: number; status: number; text: string };

export type TimedOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string | number>; body?: Buffer };

const RESPONSE_TIMEOUT_MS = 60_000;

/** Sends a request. @throws if there is no response within a minute */
function timedRequest(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: TimedOptions,
): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const clientRequest = request(url, { method, agent, headers, timeout: RESPONSE_TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const ms = performance.now() - startedAt;
        resolve({ ms, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    clientRequest.once('timeout', () => clientRequest.destroy(new Error(`${url} did not respond in time`)));
    clientRequest.once('error', reject);
    clientRequest.end(body);
  });
}

/** The same. @throws if the status is not 200 */
export async function expectOk(agent: Agent, url: string, options: TimedOptions): Promise<TimedResponse> {
  const response = await timedRequest(agent, url, options);
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${response.text.slice(0, 200)}`);
  return response;
}
