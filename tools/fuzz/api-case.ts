import { request } from 'node:http';
import { z } from 'zod';
import { between, pick, type Random } from '../pos-simulator/random';
import { writeJson } from './json-text';
import { oddName, oddText, oddValue } from './odd-values';

/** The part of the OpenAPI document from which requests are generated. */
const descriptionShape = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
        requestBody: z.unknown().optional(),
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    ),
  ),
});

type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string }[];
  takesBody: boolean;
  /** Documented media types by status. */
  answers: ReadonlyMap<number, readonly string[]>;
};

/** Tokens, valid and invalid, and ids that exist. */
export type ApiFacts = { operations: readonly Operation[]; tokens: readonly string[]; known: readonly string[] };

const problemShape = z.object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() });
const PATIENCE_MS = 20_000;

export async function readOperations(url: URL): Promise<Operation[]> {
  const answer = await fetch(new URL('/api/v1/openapi.json', url));
  const { paths } = descriptionShape.parse(await answer.json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      ...{ method: method.toUpperCase(), path, parameters, takesBody: requestBody !== undefined },
      answers: new Map(
        Object.entries(responses).map(([status, { content }]) => [Number(status), Object.keys(content ?? {})]),
      ),
    })),
  );
}

/** Sends an odd request to the API. Resolves to the faults of the answer as texts, and its status. */
export async function askApi(url: URL, { operations, tokens, known }: ApiFacts, random: Random): Promise<ApiSeen> {
  const operation = pick(random, operations);
  const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(parameterValue(random, known)));
  const method =
    random() < 0.92 ? operation.method : pick(random, ['PUT', 'DELETE', 'GET', 'POST', 'PATCH', 'OPTIONS']);
  const place = random() < 0.95 ? path : `${path}${pick(random, ['/', '/x', '%00', '//', ';a', '%2e%2e', '%ff'])}`;
  const headers = headersOf(random, tokens);
  const body = operation.takesBody || random() < 0.05 ? bodyOf(random, known) : null;
  const answer = await ask(new URL(url), method, `${place}${queryOf(operation, random, known)}`, headers, body);
  if (answer === null) {
    // A sender of too much data is disconnected, and may see nothing else.
    const mayBeSilent = body !== null && body.length > 256 * 1024;
    return { status: null, broken: mayBeSilent ? [] : [`${method} ${place} was not answered`] };
  }
  const isSame = method === operation.method && place === path;
  return { status: answer.status, broken: problemsOf(answer, isSame ? operation : null, `${method} ${place}`) };
}

export type ApiSeen = { status: number | null; broken: string[] };

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

function queryOf({ parameters }: Operation, random: Random, known: readonly string[]): string {
  const names = parameters.filter((parameter) => parameter.in === 'query' && random() < 0.22).map(({ name }) => name);
  if (random() < 0.1) names.push(oddName(random));
  if (random() < 0.05 && names[0] !== undefined) names.push(names[0]);
  if (names.length === 0) return '';
  const pairs = names.map((name) => `${encodeURIComponent(name)}=${encodedValue(random, known)}`);
  return `?${pairs.join('&')}`;
}

function encodedValue(random: Random, known: readonly string[]): string {
  if (random() < 0.08) return pick(random, ['%', '%zz', '%ff%fe', '%00', '+', '&&', '%ed%a0%80', '#']);
  return encodeURIComponent(parameterValue(random, known));
}

const USUAL = [
  ...['1', '2', '-1', '0', '100', '1000', '1001', 'true', 'false', 'table', 'cafeteria', 'lunch', 'applied', 'MA'],
  ...['unreadable', '2026-06-19T00:00:00.000Z', '2027-06-19T00:00:00+02:00', 'KITCHEN-TICKET-STATE-STARTED', 'day'],
];

function parameterValue(random: Random, known: readonly string[]): string {
  const chance = random();
  if (chance < 0.35) return pick(random, known);
  if (chance < 0.7) return pick(random, USUAL);
  return oddText(random).toWellFormed();
}

function bodyOf(random: Random, known: readonly string[]): Buffer {
  const chance = random();
  if (chance < 0.02) return Buffer.alloc(pick(random, [262_144, 262_145, 3_000_000]), '"');
  if (chance < 0.1) return Buffer.from(pick(random, ['', '{', 'null', '[]', '\0', '"', '\xff', '{"a":1}{']), 'latin1');
  const note = {
    noteId: random() < 0.8 ? uuidOf(random) : oddValue(random),
    kind: random() < 0.8 ? pick(random, ['claim', 'collect', 'hide', 'recall', 'undo']) : oddValue(random),
    ...(random() < 0.2 ? { at: random() < 0.5 ? new Date().toISOString() : oddValue(random) } : {}),
    ...(random() < 0.1 ? { [oddName(random)]: oddValue(random) } : {}),
  };
  return Buffer.from(
    writeJson(random() < 0.85 ? note : { token: random() < 0.5 ? pick(random, known) : oddValue(random) }),
  );
}

export function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => between(random, 0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

type Answer = { status: number; type: string; body: string };

/** Null when the connection broke before an answer. */
function ask(url: URL, method: string, path: string, headers: Record<string, string>, body: Buffer | null) {
  return new Promise<Answer | null>((resolve) => {
    // A GET with a body would be sent without its length, and the body would be the next request.
    const length = body === null ? {} : { 'Content-Length': String(body.length) };
    const options = {
      host: url.hostname,
      port: url.port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    };
    const sent = request({ ...options, signal: AbortSignal.timeout(PATIENCE_MS) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', () => resolve(null));
      response.once('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.once('error', () => resolve(null));
    sent.end(body ?? undefined);
  });
}

/** `operation` is null for an undocumented request. */
function problemsOf({ status, type, body }: Answer, operation: Operation | null, names: string): string[] {
  const media = type.split(';', 1)[0] ?? '';
  const isDocumented =
    operation === null
      ? [200, 400, 401, 403, 404, 405, 409, 413].includes(status)
      : operation.answers.get(status)?.includes(media) || (status === 400 && media === 'application/json');
  const text = `${names} was answered ${status} ${media} ${body.slice(0, 200)}`;
  if (!isDocumented) return [`not documented: ${text}`];
  if (media === 'application/problem+json') {
    const problem = problemShape.safeParse(parsed(body));
    return problem.success && problem.data.status === status ? [] : [`no problem of RFC 9457: ${text}`];
  }
  return media === 'application/json' && parsed(body) === undefined ? [`not JSON: ${text}`] : [];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
