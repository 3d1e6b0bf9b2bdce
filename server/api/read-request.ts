import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { notStorable, storable } from '../http/parameters';
import { type ParameterProblem, Problem } from '../http/problem';
import { readBody } from '../http/read-body';
import type { Endpoint } from './endpoint';

const MAX_PARAMETER_NAME = 60;

/** Parses the parameters of the query and of the path. @throws Problem 400 with the invalid ones and the reasons */
export function readQuery(endpoint: Endpoint, url: URL, params: Record<string, string | undefined>): unknown {
  const given: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of url.searchParams) {
    const parameter = name.slice(0, MAX_PARAMETER_NAME);
    if (Object.hasOwn(given, name)) throw badQuery([{ parameter, message: 'is given more than once' }]);
    if (Object.hasOwn(params, name)) throw badQuery([{ parameter, message: 'belongs in the path' }]);
    given[name] = value;
  }
  const parsed = endpoint.query.safeParse({ ...given, ...params });
  if (parsed.success) return parsed.data;
  throw badQuery(problemsOf(parsed.error, 'is not a parameter of this path'));
}

/** @throws Problem 413 or 400 for a body that is too large or breaks off */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const read = await readBody(request);
  if (read.ok) return read.body;
  throw new Problem(read.why === 'too-large' ? 413 : 400, `The request could not be read: ${read.why}.`);
}

/** Parses a body. @throws Problem 400 with the invalid members and the reasons */
export function readJson(shape: z.ZodType, body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new Problem(400, 'The body must be JSON.', { code: 'contract' });
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw badQuery(problemsOf(parsed.error, 'is not a member of this body'));
  const parameter = notStorable(parsed.data);
  if (parameter !== null) throw badQuery([{ parameter, message: storable[1] }]);
  return parsed.data;
}

function problemsOf({ issues }: z.ZodError, unrecognized: string): ParameterProblem[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((parameter) => ({ parameter: parameter.slice(0, MAX_PARAMETER_NAME), message: unrecognized }))
      : [{ parameter: issue.path.join('.') || 'body', message: issue.message }],
  );
}

/** The answer to a query or body with these mistakes. */
export function badQuery(errors: ParameterProblem[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter} ${message}`).join('; ');
  return new Problem(400, detail, { errors, code: 'contract' });
}
