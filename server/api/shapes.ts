import * as z from 'zod';
import { CAUSES, type ListedDelivery, OUTCOMES } from '../../contract/deliveries';
import { ORDER_KINDS, SCREEN_LIMITS, SCREEN_VIEWS } from '../../contract/live';
import type { PairedScreen, PairingStarted, PairReply, ScreenWish } from '../../contract/screens';
import { SETTINGS } from '../../contract/settings';
import { MAX_NAME_LENGTH } from '../screens/screens';

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
          kind: z.enum(ORDER_KINDS),
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
    erasedAt: instant.nullable().describe('When the body was erased.'),
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

export const int32 = integer.min(-2_147_483_647).max(2_147_483_647);

/** Each once and in order, as they are stored: the reply and the audit log say what is stored. */
export const branchNumbers = z
  .array(int32)
  .min(1, 'must name at least one branch')
  .max(100)
  .transform((numbers) => [...new Set(numbers)].toSorted((a, b) => a - b));

/** What a manager decides about a screen. */
export const screenWishShape = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(MAX_NAME_LENGTH),
  branches: branchNumbers,
  view: z.enum(SCREEN_VIEWS),
}) satisfies z.ZodType<ScreenWish>;

export const screenShape = z.object({
  id: integer,
  name: z.string(),
  branches: z.array(integer),
  view: z.enum(SCREEN_VIEWS),
}) satisfies z.ZodType<PairedScreen>;

export const pairReplyShape = z.union([
  z.object({ screen: screenShape }),
  z.object({ waiting: z.literal(true), expiresAt: instant }),
]) satisfies z.ZodType<PairReply>;

export const pairingStartedShape = z.union([
  z.object({ screen: screenShape }),
  z.object({ code: z.string(), token: z.string(), expiresAt: instant, link: z.string() }),
]) satisfies z.ZodType<PairingStarted>;

/** The limits of a screen in place of its branch's. */
export const limitsShape = z.strictObject(
  Object.fromEntries(
    SCREEN_LIMITS.map((key) => {
      const { least, most } = SETTINGS[key];
      return [key, z.number().min(least).max(most).optional()];
    }),
  ) as Record<(typeof SCREEN_LIMITS)[number], z.ZodOptional<z.ZodNumber>>,
);
