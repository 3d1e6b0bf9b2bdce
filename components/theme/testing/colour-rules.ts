/** A rule of a style sheet that sets a text's colour, a ground, or both, by the names of tones. */
export type ColourRule = { selector: string; text: string | null; ground: string | null };

/** The rules of a flat style sheet that colour something, each selector in one line. At-rules are looked into. */
export function colourRules(css: string): ColourRule[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([^{};]+)\{([^{}]*)\}/g)]
    .map(([, selector = '', body = '']) => ({
      selector: selector.trim().replace(/\s+/g, ' '),
      text: toneOf(body, 'color'),
      ground: toneOf(body, 'background'),
    }))
    .filter(({ text, ground }) => text !== null || ground !== null)
    .flatMap((rule) => (/^\.[\w-]+(?:, \.[\w-]+)+$/.test(rule.selector) ? split(rule) : [rule]));
}

/** `a, b` colours both. */
function split(rule: ColourRule): ColourRule[] {
  return rule.selector.split(', ').map((selector) => ({ ...rule, selector }));
}

/** The tone of a declaration; null where it is none: `inherit`, `none`, `currentcolor`, a gradient. */
function toneOf(body: string, property: string): string | null {
  const value = new RegExp(`(?:^|;|\\s)${property}:\\s*([^;]+)`).exec(body)?.[1]?.trim() ?? '';
  const name = /^var\(--([a-z-]+)\)$/.exec(value)?.[1];
  if (name) return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return /^#|^rgb/.test(value) ? value : null;
}
