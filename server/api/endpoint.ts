import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Api } from '../../contract/api';
import type { ViewAction } from '../../contract/constants';
import type { Core } from '../core';
import type { Exports } from '../http/exports';
import type { EndpointAccess, Viewer } from './access';

/** What the API uses of the server. */
export type ApiCore = Pick<
  Core,
  | 'audit'
  | 'asOf'
  | 'boards'
  | 'codeTries'
  | 'config'
  | 'follower'
  | 'log'
  | 'now'
  | 'pairings'
  | 'people'
  | 'practices'
  | 'presence'
  | 'queue'
  | 'reader'
  | 'refusals'
  | 'announceConfig'
  | 'lockConfig'
  | 'rateLimits'
  | 'retention'
  | 'reload'
  | 'screens'
  | 'secretBox'
  | 'sessionSecret'
  | 'settings'
  | 'setUpLink'
  | 'subscriptions'
  | 'takeFromDevice'
  | 'takePairingStart'
  | 'usualWaits'
>;

export type ApiDeps = ApiCore & {
  exports: Exports;
  /** The id of the build of the server's pages. */
  build: string;
};

export type EndpointInput<Query, Body = null> = {
  deps: ApiDeps;
  /** From `deps.lockConfig` on, as of the turn of the change, which fails if the sender may not use the endpoint by then. */
  viewer: Viewer;
  query: Query;
  /** Null if the endpoint takes no body. */
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
  viewed?: (request: IncomingMessage) => ViewAction;
  method: 'GET' | 'POST';
  /** Parameters are written `:name`, and are members of the query. */
  path: string;
  summary: string;
  query: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Another media type that the path also answers with. */
  alsoReplies?: string;
  /** Statuses of problems beside those of every endpoint, and 413 of one with a body. */
  alsoRefuses?: readonly number[];
  handle: (input: EndpointInput<never, never>) => Promise<unknown>;
};

export const answered = Symbol('answered');

/** The shape of a reply: where managers' pages call the path, it is the reply that they expect. */
type ReplyOf<Route extends string> = Route extends keyof Api ? z.ZodType<Api[Route]['reply']> : z.ZodType;

/** Defines an endpoint, with its handler typed by the schemas of its query and body. */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType = z.ZodNull,
>(
  definition: Omit<Endpoint, 'method' | 'path' | 'reply' | 'query' | 'body' | 'handle'> & {
    method: Method;
    path: Path;
    reply: ReplyOf<`${Method} ${Path}`>;
    query: Query;
    body?: Body;
    handle: (input: EndpointInput<z.infer<Query>, z.infer<Body>>) => Promise<unknown>;
  },
): Endpoint {
  return definition as unknown as Endpoint;
}
