/** Text that stands in a body as it is, whether or not it is JSON. */
export class AsIs {
  constructor(readonly text: string) {}
}

/** An object whose members may be there twice, or be called anything. */
export class Members {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}
}

/** JSON as somebody else might write it: with what `JSON.stringify` would never say. */
export function writeJson(value: unknown): string {
  if (value instanceof AsIs) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (value instanceof Members)
    return `{${value.entries.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
  if (typeof value === 'object' && value !== null) return writeJson(new Members(Object.entries(value)));
  return JSON.stringify(value) ?? 'null';
}
