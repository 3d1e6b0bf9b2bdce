import * as z from 'zod';
import { FINDING_TOPICS } from './constants';
import { instant } from './parts';

/**
 * A finding of `doctor`: what is good or wrong, why, and what to do. A `hint` is no problem: something that can still be
 * set up. `about` is its topic, for pages, which have words of their own; null for what is good.
 */
const findingShape = z.object({
  level: z.enum(['ok', 'hint', 'warn', 'error']),
  about: z.enum(FINDING_TOPICS).nullable(),
  what: z.string(),
  why: z.string(),
  do: z.string(),
});
export type Finding = z.infer<typeof findingShape>;
export type FindingTopic = NonNullable<Finding['about']>;

/** The machine that Heatlamp runs on. Sizes are bytes. */
export const systemShape = z.object({
  serverTime: instant,
  version: z.string(),
  /** Null on PostgreSQL, which has its own backups; `file` is null before the first one. */
  backup: z.object({ at: instant.nullable(), file: z.string().nullable(), isHere: z.boolean() }).nullable(),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
  findings: z.array(findingShape),
});
export type System = z.infer<typeof systemShape>;

/** `token` is shown once. */
export const tokenAddedShape = z.object({ id: z.int(), name: z.string(), token: z.string() });
export type TokenAdded = z.infer<typeof tokenAddedShape>;
