import type { z } from 'zod';

/** A place in a list, as text that only we read. */
export function cursorText(cursor: unknown): string | null {
  return cursor === null ? null : Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** The place that a text names; null for a text that was not given here. */
export function cursorOf<Shape extends z.ZodType>(text: string, shape: Shape): z.infer<Shape> | null {
  try {
    const parsed = shape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
