import { expect, it } from 'vitest';
import { prettyJson } from './delivery-body';

it('JSON is pretty-printed without losing a digit', () => {
  expect(prettyJson('{"table":{"number":900719925474099312345},"name":"Øyvind 😀","n":1.50}')).toBe(
    '{\n  "table": {\n    "number": 900719925474099312345\n  },\n  "name": "Øyvind 😀",\n  "n": 1.50\n}',
  );
});

it.each(['', 'not json', '{"a":', '['.repeat(100_000), '{"a":1,"a":2}'])(
  'has no layout for what is none: %.20s',
  (text) => {
    expect(prettyJson(text)).toBeNull();
  },
);
