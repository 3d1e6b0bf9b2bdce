import { request } from 'node:http';
import * as z from 'zod';
import { orderId } from '../pos-simulator/orders';
import { between, pick, type Random } from '../pos-simulator/random';
import { oddName, oddText, oddValue, writeJson } from './fuzzed-body';

/** The parts of the OpenAPI document that requests are generated from, by path and method. */
type Description = Record<
  string,
  Record<
    string,
    {
      parameters?: { name: string; in: string }[];
      requestBody?: unknown;
      responses: Record<string, { content?: Record<string, unknown> }>;
    }
  >
>;

type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string }[];
  takesBody: boolean;
  /** Documented media types by status. */
  responses: ReadonlyMap<number, readonly string[]>;
};

/** Input for requests: operations, valid and invalid tokens, and ids that exist. */
export type ApiFacts = { operations: readonly Operation[]; tokens: readonly string[]; knownIds: readonly string[] };

const problemShape = z.object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() });
const RESPONSE_TIMEOUT_MS = 60_000;

export async function readOperations(url: URL): Promise<Operation[]> {
  const response = await fetch(new URL('/api/v1/openapi.json', url));
  const { paths } = (await response.json()) as { paths: Description };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      ...{ method: method.toUpperCase(), path, parameters, takesBody: requestBody !== undefined },
      responses: new Map(
        Object.entries(responses).map(([status, { content }]) => [Number(status), Object.keys(content ?? {})]),
      ),
    })),
  );
}

/** Sends an odd request to the API. Resolves to the violations in its response. */
export async function requestApi(
  url: URL,
  { operations, tokens, knownIds }: ApiFacts,
  random: Random,
): Promise<string[]> {
  const operation = pick(random, operations);
  const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(parameterValue(random, knownIds)));
  const method =
    random() < 0.92 ? operation.method : pick(random, ['PUT', 'DELETE', 'GET', 'POST', 'PATCH', 'OPTIONS']);
  const target = random() < 0.95 ? path : `${path}${pick(random, ['/', '/x', '%00', '//', ';a', '%2e%2e', '%ff'])}`;
  const headers = headersOf(random, tokens);
  const body = operation.takesBody || random() < 0.05 ? bodyOf(random, knownIds) : null;
  const response = await send(new URL(url), method, `${target}${queryOf(operation, random, knownIds)}`, headers, body);
  if (response === null) {
    // The server disconnects a sender of too much data, possibly without a response.
    const allowsNoResponse = body !== null && body.length > 256 * 1024;
    return allowsNoResponse ? [] : [`${method} ${target} received no response`];
  }
  // With an empty parameter, this is the path of another operation, or of none.
  const isSame = method === operation.method && target === path && !path.endsWith('/');
  return checkResponse(response, isSame ? operation : null, `${method} ${target}`);
}

function headersOf(random: Random, tokens: readonly string[]): Record<string, string> {
  const chance = random();
  const token = pick(random, tokens);
  const accept: Record<string, string> =
    random() < 0.1 ? { Accept: pick(random, ['text/csv', '*/*', 'text/html', '']) } : {};
  if (chance < 0.8) return { ...accept, Authorization: `Bearer ${token}` };
  if (chance < 0.85) return { ...accept, Cookie: `heatlamp_screen=${token}; a=b` };
  if (chance < 0.88) return { ...accept, Authorization: `Bearer ${token}`, Origin: 'http://else.example' };
  if (chance < 0.92) return { Authorization: `Basic ${token}` };
  if (chance < 0.96) return { Authorization: `Bearer ${'x'.repeat(between(random, 0, 8_000))}` };
  return { Cookie: `heatlamp_screen=${'%'.repeat(between(random, 0, 400))}` };
}

function queryOf({ parameters }: Operation, random: Random, knownIds: readonly string[]): string {
  const names = parameters.filter((parameter) => parameter.in === 'query' && random() < 0.22).map(({ name }) => name);
  if (random() < 0.1) names.push(oddName(random));
  if (random() < 0.05 && names[0] !== undefined) names.push(names[0]);
  if (names.length === 0) return '';
  const pairs = names.map((name) => `${encodeURIComponent(name)}=${encodedValue(random, knownIds)}`);
  return `?${pairs.join('&')}`;
}

function encodedValue(random: Random, knownIds: readonly string[]): string {
  if (random() < 0.08) return pick(random, ['%', '%zz', '%ff%fe', '%00', '+', '&&', '%ed%a0%80', '#']);
  return encodeURIComponent(parameterValue(random, knownIds));
}

const USUAL = [
  ...['1', '2', '-1', '0', '100', '1000', '1001', 'true', 'false', 'table', 'cafeteria', 'lunch', 'applied', 'MA'],
  ...['unreadable', '2026-06-19T00:00:00.000Z', '2027-06-19T00:00:00+02:00', 'KITCHEN-TICKET-STATE-STARTED', 'day'],
];

function parameterValue(random: Random, knownIds: readonly string[]): string {
  const chance = random();
  if (chance < 0.35) return pick(random, knownIds);
  if (chance < 0.7) return pick(random, USUAL);
  return oddText(random).toWellFormed();
}

function bodyOf(random: Random, knownIds: readonly string[]): Buffer {
  const chance = random();
  if (chance < 0.02) return Buffer.alloc(pick(random, [262_144, 262_145, 3_000_000]), '"');
  if (chance < 0.1) return Buffer.from(pick(random, ['', '{', 'null', '[]', '\0', '"', '\xff', '{"a":1}{']), 'latin1');
  const action = {
    actionId: random() < 0.8 ? orderId(random) : oddValue(random),
    kind: random() < 0.8 ? pick(random, ['claim', 'collect', 'hide', 'recall', 'undo']) : oddValue(random),
    ...(random() < 0.2 ? { at: random() < 0.5 ? new Date().toISOString() : oddValue(random) } : {}),
    ...(random() < 0.1 ? { [oddName(random)]: oddValue(random) } : {}),
  };
  return Buffer.from(
    writeJson(random() < 0.85 ? action : { token: random() < 0.5 ? pick(random, knownIds) : oddValue(random) }),
  );
}

type ApiResponse = { status: number; type: string; body: string };

/** Resolves to null if the connection ends without a response. */
function send(url: URL, method: string, path: string, headers: Record<string, string>, body: Buffer | null) {
  return new Promise<ApiResponse | null>((resolve) => {
    // Node sends the body of a GET without a length; the server would parse it as the next request.
    const length = body === null ? {} : { 'Content-Length': String(body.length) };
    const options = {
      host: url.hostname,
      port: url.port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    };
    const clientRequest = request({ ...options, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', () => resolve(null));
      response.once('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    clientRequest.once('error', () => resolve(null));
    clientRequest.end(body ?? undefined);
  });
}

/** Returns violations. `operation` is null for an undocumented request. */
function checkResponse({ status, type, body }: ApiResponse, operation: Operation | null, name: string): string[] {
  const media = type.split(';', 1)[0] ?? '';
  const isDocumented =
    operation === null
      ? [200, 400, 401, 403, 404, 405, 409, 413].includes(status)
      : operation.responses.get(status)?.includes(media) || (status === 400 && media === 'application/json');
  const text = `${name} returned ${status} ${media} ${body.slice(0, 200)}`;
  if (!isDocumented) return [`undocumented response: ${text}`];
  if (media === 'application/problem+json') {
    const problem = problemShape.safeParse(parseJson(body));
    return problem.success && problem.data.status === status ? [] : [`not a problem document (RFC 9457): ${text}`];
  }
  return media === 'application/json' && parseJson(body) === undefined ? [`not JSON: ${text}`] : [];
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
