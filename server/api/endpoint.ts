import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Api } from '../../contract/api';
import type { ViewAction } from '../../contract/constants';
import { storable } from '../../contract/parts';
import type { Author } from '../audit/entry';
import type { Core } from '../core';
import type { Exports } from '../http/exports';
import { notStorable } from '../http/parameters';
import { bodyError, MAX_BODY_BYTES, readBody } from '../http/read-body';
import { invalid, type ParameterProblem, Problem } from '../http/reply';
import { UserError } from '../user-error';
import type { EndpointAccess, Viewer } from './access';

const MAX_PARAMETER_NAME = 60;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The status of refusals by their code; 400 for others. */
const STATUSES: Readonly<Record<string, number>> = {
  unknown: 404,
  erased: 409,
  'no-screen': 404,
  changed: 409,
  exists: 409,
  'in-use': 409,
  'one-secret': 409,
  'two-secrets': 409,
  'no-backup': 409,
  'no-factor': 409,
  'last-owner': 409,
  self: 409,
  used: 409,
};

export type ApiDeps = Core & {
  exports: Exports;
  /** The id of the build of the server's pages. */
  build: string;
};

export type EndpointInput<Query, Body = null> = {
  deps: ApiDeps;
  /** From `deps.lockConfig` on, as of the turn of the change, which fails if the sender may not use the endpoint by then. */
  viewer: Viewer;
  /** The viewer as the audit log names them. */
  author: Author;
  query: Query;
  /** Null if the endpoint takes no body, or none with members. */
  body: Body;
  request: IncomingMessage;
  response: ServerResponse;
  /** Counts a view in the audit log. For `handle` that writes the reply itself: call it before the first byte. */
  noteView: () => void;
};

/**
 * One path of the API. Its schemas validate requests, and openapi.json is generated from them. `handle` returns the
 * reply, or writes it and returns `answered`.
 */
export type Endpoint = EndpointAccess & {
  /** Taken from the budget of its sender, which sockets use too. */
  messages?: number;
  /** The entry of the audit log for replies with names of guests. */
  viewed?: ViewAction;
  method: 'GET' | 'POST';
  /** Parameters are written `:name`, and are members of the query. */
  path: string;
  summary: string;
  query: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Statuses of problems beside those of every endpoint, and 413 of one with a body. */
  alsoRefuses?: readonly number[];
  handle: (input: EndpointInput<never, never>) => Promise<unknown>;
};

export const answered = Symbol('answered');

/** The shape of a reply: where managers' pages call the path, it is the reply that they expect. */
type ReplyOf<Route extends string> = Route extends keyof Api ? z.ZodType<Api[Route]['reply']> : z.ZodType;

const NOTHING = z.strictObject({});

/**
 * Defines an endpoint, with its handler typed by the schemas of its query and body. Without other definitions it is for
 * managers only, takes no parameters, and by POST a body without members.
 */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  Query extends z.ZodType = typeof NOTHING,
  Body extends z.ZodType = z.ZodNull,
>(
  definition: Omit<Endpoint, 'method' | 'path' | 'reply' | 'query' | 'body' | 'handle' | 'views'> & {
    views?: Endpoint['views'];
    method: Method;
    path: Path;
    reply: ReplyOf<`${Method} ${Path}`>;
    query?: Query;
    body?: Body;
    handle: (input: EndpointInput<z.infer<Query>, z.infer<Body>>) => Promise<unknown>;
  },
): Endpoint {
  const usual = { views: [], query: NOTHING, ...(definition.method === 'POST' ? { body: NOTHING } : {}) };
  return { ...usual, ...definition } as unknown as Endpoint;
}

/** Refuses a request with the message and the code of a `UserError`. @throws Problem */
export function asProblem(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new Problem(STATUSES[error.code ?? ''] ?? 400, `${error.message}.`, { code: error.code });
}

/** Parses the parameters of the query and of the path. @throws Problem 400 with the invalid ones and the reasons */
export function readQuery(endpoint: Endpoint, url: URL, params: Record<string, string | undefined>): unknown {
  const given: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of url.searchParams) {
    const parameter = name.slice(0, MAX_PARAMETER_NAME);
    if (Object.hasOwn(given, name)) throw invalid([{ parameter, message: 'is given more than once' }]);
    if (Object.hasOwn(params, name)) throw invalid([{ parameter, message: 'belongs in the path' }]);
    given[name] = value;
  }
  return parse(endpoint.query, { ...given, ...params }, 'is not a parameter of this path');
}

/** @throws Problem 413 or 400 for a body that is too large or breaks off */
export async function bodyOf(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const read = await readBody(request, { maxBytes });
  if (read.ok) return read.body;
  const detail = `The request could not be read: ${bodyError(read.why, maxBytes)}.`;
  throw new Problem(read.why === 'too-large' ? 413 : 400, detail);
}

/** Parses a body whose texts can be stored. @throws Problem 400 with the invalid members and the reasons */
export function readJson<Shape extends z.ZodType>(shape: Shape, body: Buffer): z.infer<Shape> {
  const parsed = parseJson(shape, body);
  const parameter = notStorable(parsed);
  if (parameter !== null) throw invalid([{ parameter, message: storable[1] }]);
  return parsed;
}

/** Parses a body; an empty one is one without members. @throws Problem 400 with the invalid members and the reasons */
export function parseJson<Shape extends z.ZodType>(shape: Shape, body: Buffer): z.infer<Shape> {
  let value: unknown;
  try {
    value = body.length === 0 ? {} : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Problem(400, 'The body must be JSON in UTF-8.', { code: 'contract' });
  }
  return parse(shape, value, 'is not a member of this body');
}

function parse<Shape extends z.ZodType>(shape: Shape, value: unknown, unrecognized: string): z.infer<Shape> {
  const parsed = shape.safeParse(value, { error: messageOf });
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.flatMap((issue): ParameterProblem[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((parameter) => ({ parameter: parameter.slice(0, MAX_PARAMETER_NAME), message: unrecognized }))
        : [{ parameter: issue.path.join('.') || 'body', message: issue.message }],
    ),
  );
}

/** What a member must be, where its shape does not say so itself. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return boundText('at least', issue.minimum, issue.origin);
  if (issue.code === 'too_big') return boundText('at most', issue.maximum, issue.origin);
  return undefined;
}

function boundText(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'array') return `must have ${bound} ${limit} items`;
  return `must be ${bound} ${limit}${origin === 'string' ? ' characters' : ''}`;
}
