import type { z } from 'zod';

/** A position in a list as opaque text; null for none. */
export function cursorText(cursor: unknown): string | null {
  return cursor === null ? null : Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** The position in such a text; null if it is not valid for `shape`. */
export function cursorOf<Shape extends z.ZodType>(text: string, shape: Shape): z.infer<Shape> | null {
  try {
    const parsed = shape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
