import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Core } from '../core';
import type { ScreenView } from '../screens/screens';
import type { Viewer } from './access';

export type Asked<Query> = {
  core: Core;
  viewer: Viewer;
  query: Query;
  request: IncomingMessage;
  response: ServerResponse;
};

/**
 * One path of the API. Its schemas check requests, and openapi.json is generated from them; `handle` returns the
 * reply, or answers by itself and returns `answered`.
 */
export type Endpoint = {
  method: 'GET' | 'POST';
  /** With parameters as `:name`; they are members of the query. */
  path: string;
  summary: string;
  /** Who may ask. Each endpoint checks for itself. */
  views: readonly ScreenView[];
  query: z.ZodType;
  reply: z.ZodType;
  /** Another media type that the path also answers with. */
  alsoReplies?: string;
  handle: (asked: Asked<never>) => Promise<unknown>;
};

export const answered = Symbol('answered');

/** Ties an endpoint's handler to the type of its query. */
export function endpoint<Query extends z.ZodType>(
  definition: Omit<Endpoint, 'query' | 'handle'> & {
    query: Query;
    handle: (asked: Asked<z.infer<Query>>) => Promise<unknown>;
  },
): Endpoint {
  return definition as unknown as Endpoint;
}
