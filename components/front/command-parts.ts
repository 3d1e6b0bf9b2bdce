/** A word of a command; a blank, `<secret>`, is the reader's to fill in. */
export type CommandPart = { text: string; at: number; isBlank: boolean };

/** A command's words: a line of it may only break between them, never inside an option. */
export function commandParts(line: string): CommandPart[] {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, at: index, isBlank: /^<.+>$/.test(text) }));
}
