import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { storable } from '../../contract/parts';
import { notStorable } from '../http/parameters';
import { invalid, type ParameterProblem, Problem } from '../http/problem';
import { bodyError, MAX_BODY_BYTES, readBody } from '../http/read-body';
import type { Endpoint } from './endpoint';

const MAX_PARAMETER_NAME = 60;

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

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

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
