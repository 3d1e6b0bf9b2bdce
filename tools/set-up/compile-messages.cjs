/**
 * A loader for messages/*.json that parses messages at build time (`use-intl/format-message/format-only`), so that pages
 * do not contain the parser. Throws if a message is not valid ICU MessageFormat.
 */
module.exports = async function compileMessages(source) {
  const { default: compile } = await import('icu-minify/compile');
  const compiled = (value) =>
    typeof value === 'string'
      ? compile(value)
      : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compiled(inner)]));
  return JSON.stringify(compiled(JSON.parse(source)));
};
