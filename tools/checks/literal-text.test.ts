import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scan, scanForText } from './literal-text';

let folder: string;
let scan: Scan;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-words-'));
  mkdirSync(path.join(folder, 'components'));
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "jsx": "preserve" }, "include": ["**/*.tsx"] }',
  );
  writeFileSync(
    path.join(folder, 'components', 'wrong.tsx'),
    `export const Wrong = ({ words, state, on }) => (
  <main className="words here" data-level={state}>
    <h1>Between tags</h1>
    <p title="An attribute">×✓ · 12 –</p>
    <b aria-label={\`in \${on} braces\`}>{on ? "one way" : words("key.of.it")}</b>
    <i>{state === "compared" && words("late")}{words[\`looked.\${state}\`]}</i>
    <u>{on && <s className={on ? "css here" : ""}>{"nested"}</s>}</u>
  </main>
);`,
  );
  scan = scanForText(folder, (file) => file.startsWith('components/'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('finds text between tags, in attributes with text, and in braces, and nothing else', () => {
  expect(scan.files).toEqual(['components/wrong.tsx']);
  expect(scan.elements).toBe(7);
  expect([...new Set(scan.texts)]).toEqual([
    'components/wrong.tsx:3 Between tags',
    'components/wrong.tsx:4 An attribute',
    'components/wrong.tsx:5 in',
    'components/wrong.tsx:5 braces',
    'components/wrong.tsx:5 one way',
    'components/wrong.tsx:7 nested',
  ]);
});
