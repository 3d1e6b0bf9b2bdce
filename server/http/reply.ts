import { type ServerResponse, STATUS_CODES } from 'node:http';

/** What is wrong with one parameter of a request. */
export type ParameterProblem = { parameter: string; message: string };

type Details = {
  errors?: readonly ParameterProblem[];
  headers?: Record<string, string>;
  /** Lets programs distinguish problems with the same status. */
  code?: string | null;
};

/** A request that is answered with an RFC 9457 problem. */
export class Problem extends Error {
  readonly errors: readonly ParameterProblem[];
  readonly headers: Record<string, string>;
  readonly code: string | null;

  constructor(
    readonly status: number,
    readonly detail: string,
    { errors = [], headers = {}, code = null }: Details = {},
  ) {
    super(detail);
    this.errors = errors;
    this.headers = headers;
    this.code = code;
  }
}

/** Ends a response with this body. Does nothing if the response has begun or the client has disconnected. */
export function reply(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  });
  // Node.js sends text in one packet with the headers.
  response.end(body);
}

const LATER_MS = 1_000;

/**
 * Refuses a client that sends too much one to two seconds later, so that many connections that wait for answers cost
 * little, and do not all come back at the same instant.
 */
export function replyLater(response: ServerResponse, refuse: () => void): void {
  const timer = setTimeout(refuse, LATER_MS * (1 + Math.random()));
  response.once('close', () => clearTimeout(timer));
}

export function replyJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  reply(response, status, { 'Content-Type': 'application/json', ...headers }, JSON.stringify(value));
}

/** The answer to a query or body with these mistakes. */
export function invalid(errors: readonly ParameterProblem[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter} ${message}`).join('; ');
  return new Problem(400, detail, { errors, code: 'contract' });
}

export function replyProblem(response: ServerResponse, { status, detail, errors, headers, code }: Problem): void {
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(code === null ? {} : { code }),
    ...(errors.length > 0 ? { errors } : {}),
  };
  reply(response, status, { 'Content-Type': 'application/problem+json', ...headers }, JSON.stringify(body));
}
