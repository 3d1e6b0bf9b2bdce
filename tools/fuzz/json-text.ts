/** Text that `writeJson` inserts unchanged, even if it is not JSON. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** An object whose members may be repeated or have any name. */
export class Members {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}
}

/** Like `JSON.stringify`, but also writes `RawJson` and `Members`. */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (value instanceof Members)
    return `{${value.entries.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
  if (typeof value === 'object' && value !== null) return writeJson(new Members(Object.entries(value)));
  return JSON.stringify(value) ?? 'null';
}
