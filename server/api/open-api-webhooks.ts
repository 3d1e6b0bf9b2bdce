import * as z from 'zod';
import { KITCHEN_EVENTS } from '../../contract/deliveries';
import { envelopeShape, kitchenShape } from '../webhooks/shapes';

type Schema = { properties?: Record<string, Schema>; anyOf?: Schema[]; type?: string | string[]; required?: string[] };

/** What the POS posts, as OpenAPI describes webhooks. docs/pos-interface.md describes what else is accepted. */
export function webhooks(): Record<string, object> {
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
