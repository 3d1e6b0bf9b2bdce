import * as z from 'zod';
import { KITCHEN_EVENTS } from '../../contract/constants';
import { problemShape } from '../../contract/parts';
import { pairingStartedShape, pairReplyShape, pairRequestShape } from '../../contract/screens';
import { COMMAND } from '../../lib/release';
import { SCREEN_COOKIE } from '../session/screen-token';
import { SESSION_COOKIE } from '../session/session-cookie';
import { envelopeShape, kitchenShape } from '../webhooks/shapes';
import type { Endpoint } from './endpoint';

type Schema = { properties?: Record<string, Schema>; anyOf?: Schema[]; type?: string | string[]; required?: string[] };

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 description of the API, from the schemas that check its requests and replies. */
export function openApi(endpoints: readonly Endpoint[]): object {
  const components: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, components) };
  }
  paths['/api/v1/pair'] = { post: pairing(components) };
  paths['/api/v1/pairings'] = { post: startOfPairing(components) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heatlamp',
      version: '1',
      description:
        'Courses and tables of restaurants that serve by course. Instants are ISO 8601 in UTC; ranges are half-open.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    webhooks: webhooks(),
    components: {
      schemas: components,
      securitySchemes: {
        screenToken: {
          type: 'http',
          scheme: 'bearer',
          description: `The token that \`${COMMAND} screen add …\` prints once.`,
        },
        screenCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: SCREEN_COOKIE,
          description: 'Set by POST /api/v1/pair.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'Of a manager who signed in. Over https its name begins with `__Host-`.',
        },
      },
    },
  };
}

/** How callers who may use an endpoint identify themselves: any of these. */
function securityOf({ views, managers }: Endpoint): object[] {
  return [
    ...(views.length > 0 ? [{ screenToken: [] }, { screenCookie: [] }] : []),
    ...(managers === 'none' ? [] : [{ session: [] }]),
  ];
}

/** Pairing needs no authorization: the token is in the body. */
function pairing(components: Record<string, JsonSchema>): object {
  return {
    operationId: operationId('POST', '/api/v1/pair'),
    summary:
      'Turns the token of a link, or of an approved code, into the cookie `heatlamp_screen` that keeps a screen paired.',
    security: [],
    requestBody: bodyOf(pairRequestShape, components),
    responses: {
      200: replyOf(
        pairReplyShape,
        'The screen, with an HttpOnly cookie; `waiting` until a code is approved.',
        components,
      ),
      ...problems([400, 401, 403, 410, 413, 429], components),
    },
  };
}

function startOfPairing(components: Record<string, JsonSchema>): object {
  return {
    operationId: operationId('POST', '/api/v1/pairings'),
    summary: 'Gives a device without a pairing a code to show, which a manager approves within ten minutes.',
    security: [],
    responses: {
      200: replyOf(pairingStartedShape, 'The code; for a paired device, its screen.', components),
      ...problems([400, 403, 413, 429, 503], components),
    },
  };
}

function replyOf(shape: z.ZodType, description: string, components: Record<string, JsonSchema>): object {
  return { description, content: { 'application/json': { schema: schemaOf(shape, 'output', components) } } };
}

/** `GET /api/v1/tables/:number/evening` is `getTablesByNumberEvening`. It changes with nothing but the path. */
function operationId(method: string, path: string): string {
  const words = path
    .replace('/api/v1/', '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function operation(endpoint: Endpoint, components: Record<string, JsonSchema>): object {
  const content = endpoint.path.endsWith('.csv')
    ? { 'text/csv': { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(endpoint.reply, 'output', components) } };
  return {
    operationId: operationId(endpoint.method, endpoint.path),
    summary: endpoint.summary,
    description: audienceOf(endpoint),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint.body, components) } : {}),
    responses: {
      200: { description: 'The requested data.', content },
      ...problems(
        [400, 401, 403, 404, 429, 503, ...(endpoint.body ? [413] : []), ...(endpoint.alsoRefuses ?? [])],
        components,
      ),
    },
  };
}

function audienceOf({ views, managers }: Endpoint): string {
  const screens = views.length > 0 ? [`screens of view ${views.join(', ')}`] : [];
  const people = managers === 'none' ? [] : [managers ?? 'managers'];
  return `For ${[...screens, ...people].join(', and for ')}.`;
}

function bodyOf(shape: z.ZodType, components: Record<string, JsonSchema>): object {
  return {
    required: !shape.safeParse({}).success,
    content: { 'application/json': { schema: schemaOf(shape, 'input', components) } },
  };
}

const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The request is invalid; `errors` says which part and why.',
  401: 'The token is missing, unknown or revoked.',
  403: 'The caller may not use this path or see this branch, or the request is from a page of another server.',
  404: 'There is no such item.',
  409: 'The current state does not allow it; `detail` says why. Nothing has changed.',
  410: 'The link or the code is too old.',
  413: 'The body is too large: of more than 256 KB, or 4 KB for pairing.',
  429: 'Too many requests or tries; `Retry-After` says how many seconds to wait.',
  503: 'The database cannot be written now or this server does not reach it, or too many exports run, or devices wait for approval.',
};

/** The answers with a problem. Any path may give another one, such as 421 under a name that is not the server’s. */
function problems(statuses: readonly number[], components: Record<string, JsonSchema>): Record<string, object> {
  const content = { 'application/problem+json': { schema: schemaOf(problemShape, 'output', components) } };
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { description: PROBLEMS[status], content }])),
    default: { description: 'Another problem; `detail` says what it is.', content },
  };
}

function parametersOf(endpoint: Endpoint): object[] {
  const schema = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, { description, pattern, enum: values, ...shape }]) => {
    const isInPath = endpoint.path.includes(`:${name}`);
    return {
      name,
      in: isInPath ? 'path' : 'query',
      required: isInPath || (schema.required ?? []).includes(name),
      ...(description === undefined ? {} : { description }),
      // In the query a number or a boolean is text, whose rules do not apply to the value for which it stands.
      schema: shape['type'] === 'string' ? { ...shape, pattern, enum: values } : shape,
    };
  });
}

/**
 * The JSON schema of a shape. Moves its named parts to `components`. Members may be added to replies, so their schemas allow
 * unknown ones.
 */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', components: Record<string, JsonSchema>): JsonSchema {
  const {
    $schema: _,
    $defs: definitions,
    ...schema
  } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema;
  const name = (schema as { id?: unknown }).id;
  const relinked = relink({ ...schema, id: undefined }) as JsonSchema;
  for (const [part, definition] of Object.entries((definitions ?? {}) as Record<string, JsonSchema>)) {
    components[part] = relink({ ...definition, id: undefined }) as JsonSchema;
  }
  if (typeof name !== 'string') return relinked;
  components[name] = relinked;
  return { $ref: `#/components/schemas/${name}` };
}

function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string'
          ? member.replace('#/$defs/', '#/components/schemas/')
          : relink(member),
      ]),
  );
}

/** What the POS posts, as OpenAPI describes webhooks. docs/pos-interface.md describes what else is accepted. */
function webhooks(): Record<string, object> {
  const shape = envelopeShape.extend(kitchenShape.shape);
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  const body = withRequired(schema as Schema);
  const header = (name: string, description: string) => ({
    ...{ name, in: 'header', required: true, description },
    schema: { type: 'string' },
  });
  const describe = (event: string) => ({
    operationId: event,
    summary: `The POS posts this to /webhooks/${event}.`,
    description: 'Unknown members are ignored. Integers may be numeric text. Each reply is signed as the request is.',
    security: [],
    parameters: [
      header('X-Service-Subscription-Id', 'The id of the subscription. Another word than `Service` is accepted.'),
      header('X-Service-Signature', 'Base64 of the HMAC-SHA256 of the body, unless the subscription says otherwise.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      200: { description: 'The delivery is stored.' },
      400: { description: 'It is refused; `error.code` says why.' },
      429: { description: 'An unknown address sends too many requests.' },
      503: { description: 'It could not be stored: send it again.' },
    },
  });
  return Object.fromEntries(KITCHEN_EVENTS.map((event) => [event, { post: describe(event) }]));
}

/** A schema whose objects require every member that may not be null: an absent one means the same. */
function withRequired({ properties, anyOf, ...schema }: Schema): Schema {
  if (anyOf) return { ...schema, anyOf: anyOf.map(withRequired) };
  if (!properties) return schema;
  const members = Object.entries(properties).map(([name, member]) => [name, withRequired(member)] as const);
  const required = members.flatMap(([name, { type, anyOf: either }]) =>
    either || type === undefined || type.includes('null') ? [] : name,
  );
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(members), ...(required.length > 0 ? { required } : {}) };
}
