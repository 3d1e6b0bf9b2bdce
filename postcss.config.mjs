/** What Tailwind writes, or we do, and browsers since Chrome 89 and Safari 15.6 may not know yet. */
const forOlderBrowsers = {
  postcssPlugin: 'for-older-browsers',
  OnceExit(
    /** @type {import('postcss').Root} */ root,
    /** @type {import('postcss').Helpers} */ { atRule, decl, list },
  ) {
    // Before Chrome 105 and Safari 16, the width of the window decides. A card and a wall have a text size of their own.
    root.walkAtRules('container', (rule) => {
      const [, isBelow, width] =
        /^(\(width < |not \(min-width: ?)?(?:\(min-width: ?)?([\d.]+em)\)$/.exec(rule.params) ?? [];
      if (width === undefined) return;
      const params = `${isBelow ? 'not all and ' : ''}(min-width: ${width})`;
      const media = atRule({ name: 'media', params, nodes: rule.clone().nodes ?? [] });
      rule.after(atRule({ name: 'supports', params: 'not (width: 1cqi)', nodes: [media] }));
    });
    // Before Chrome 104.
    root.walkDecls(/^(?:translate|rotate)$/, ({ prop, value, parent }) => {
      const rule = /** @type {import('postcss').Rule} */ (parent);
      const transform = value === 'none' ? value : `${prop}(${list.space(value).join()})`;
      const nodes = [rule.clone({ nodes: [decl({ prop: 'transform', value: transform })] })];
      rule.after(atRule({ name: 'supports', params: `not (${prop}: none)`, nodes }));
    });
    // Before Chrome 108.
    root.walkDecls(/height$/, (height) => {
      if (height.value.includes('dvh')) height.cloneBefore({ value: height.value.replaceAll('dvh', 'vh') });
    });
  },
};

export default { plugins: ['@tailwindcss/postcss', forOlderBrowsers] };
