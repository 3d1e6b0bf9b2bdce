/** The names of the arguments of an ICU message, sorted, each once; those inside the forms of a plural too. */
export function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  read(message, 0, names);
  return [...names].sort();
}

/** Reads a message from `from` up to its end or the brace that closes it; returns where that is. */
function read(message: string, from: number, names: Set<string>): number {
  let at = from;
  while (at < message.length && message[at] !== '}') {
    at = message[at] === '{' ? readArgument(message, at + 1, names) : at + 1;
  }
  return at;
}

/** `name}`, or `name, plural, one {…} other {…}}`: returns the place after its closing brace. */
function readArgument(message: string, from: number, names: Set<string>): number {
  const name = /^\s*(\w+)\s*/.exec(message.slice(from));
  if (!name?.[1]) throw new Error(`no argument at ${from} of “${message}”`);
  names.add(name[1]);
  let at = from + name[0].length;
  while (at < message.length && message[at] !== '}') {
    at = message[at] === '{' ? read(message, at + 1, names) + 1 : at + 1;
  }
  return at + 1;
}
