/** Text that is inserted into a body unchanged, whether or not it is JSON. */
export class AsIs {
  constructor(readonly text: string) {}
}

/** An object whose members may be repeated or have any name. */
export class Members {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}
}

/** JSON with valid forms that `JSON.stringify` never writes. */
export function writeJson(value: unknown): string {
  if (value instanceof AsIs) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (value instanceof Members)
    return `{${value.entries.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
  if (typeof value === 'object' && value !== null) return writeJson(new Members(Object.entries(value)));
  return JSON.stringify(value) ?? 'null';
}
