import { z } from 'zod';
import { CAUSES, type ListedDelivery, OUTCOMES } from '../../contract/deliveries';
import { SCREEN_VIEWS } from '../../contract/live';

// The schemas of replies. `satisfies` ties them to the types of the contract, so that the two cannot diverge.

export const instant = z.iso.datetime({ precision: 3 }).describe('ISO 8601 in UTC with milliseconds.');
export const integer = z.int();

export const deliveryShape = z
  .object({
    id: z.string(),
    receivedAt: instant,
    subscription: z.string(),
    pathEvent: z.string(),
    outcome: z.enum(OUTCOMES),
    reason: z.string().nullable(),
    cause: z.enum(CAUSES).nullable(),
    branch: integer.nullable(),
    ticketId: z.string().nullable(),
    told: z
      .object({
        event: z.string(),
        at: instant,
        order: z.object({
          kind: z.enum(['table', 'cafeteria']),
          number: integer.nullable(),
          ticketNumber: integer.nullable(),
        }),
        table: z
          .object({
            number: z.string(),
            subNumber: z.string(),
            name: z.string().nullable(),
            guests: integer.nullable(),
          })
          .nullable(),
        course: z.object({ number: integer, name: z.string().nullable(), abbreviation: z.string().nullable() }),
      })
      .nullable()
      .describe('The course in the body, as parsed.'),
    headers: z.record(z.string(), z.string()).describe('Signatures are truncated.'),
    bodySha256: z.string(),
    body: z.string().nullable(),
    bodyBase64: z.string().nullable(),
  })
  .meta({ id: 'Delivery' }) satisfies z.ZodType<ListedDelivery>;

export const problemShape = z
  .object({
    type: z.string(),
    title: z.string(),
    status: integer,
    detail: z.string(),
    code: z.string().optional(),
    errors: z.array(z.object({ parameter: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

export const pairRequestShape = z.strictObject({ token: z.string().min(1).max(200) });

export const pairReplyShape = z.object({
  screen: z.object({ id: integer, name: z.string(), branches: z.array(integer), view: z.enum(SCREEN_VIEWS) }),
});
