/** A word of a command; a placeholder such as `<secret>` is for the reader to fill in. */
type CommandPart = { text: string; at: number; isBlank: boolean };

/** Words of a command: a line may break between them only, never inside an option. */
export function commandParts(line: string): CommandPart[] {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, at: index, isBlank: /^<.+>$/.test(text) }));
}
