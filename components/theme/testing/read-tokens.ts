/** Colours by token name without `--color-`, as `#rrggbb`. */
export type Tokens = Readonly<Record<string, string>>;

/**
 * The colours of every theme in the text of app/globals.css. `pages` are manager pages, which follow the device;
 * `boards` are screens, which follow their address. Throws if a theme's block is missing.
 */
export function themesIn(css: string): {
  pages: Readonly<Record<string, Tokens>>;
  boards: Readonly<Record<string, Tokens>>;
} {
  const tokensOf = (opening: string) => tokensIn(css, opening);
  const page = tokensOf('@theme static');
  const board = { ...page, ...tokensOf('[data-theme]') };
  const lightBoard = { ...board, ...tokensOf('[data-theme="light"]') };
  const blueYellow = tokensOf('[data-palette="blue-yellow"]');
  const lightBlueYellow = tokensOf('[data-theme="light"][data-palette="blue-yellow"]');
  return {
    pages: { light: page, dark: { ...page, ...tokensOf('@media screen and (prefers-color-scheme: dark)') } },
    boards: {
      'dark board': board,
      'dark board, blue-yellow': { ...board, ...blueYellow },
      'light board': lightBoard,
      'light board, blue-yellow': { ...lightBoard, ...blueYellow, ...lightBlueYellow },
    },
  };
}

/** The colour tokens of the block that begins with `opening`, up to the brace at the same indentation. */
function tokensIn(css: string, opening: string): Tokens {
  const lines = css.split('\n');
  const start = lines.findIndex((line) => line.trim() === `${opening} {`);
  const end = lines.findIndex((line, at) => at > start && line === (lines[start] ?? '').replace(/\S.*/, '}'));
  if (start < 0 || end < 0) throw new Error(`The style sheet has no block ${opening}`);
  const tokens = lines.slice(start, end).map((line) => /--color-([a-z-]+): (#[0-9a-f]{6});/.exec(line));
  return Object.fromEntries(tokens.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
}
