import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';
import { type Scan, scanForWords } from './literal-words';

const TRANSLATED = /^(?:components\/(?:wall|pairing|live)|app\/(?:kitchen|pair))\/.*(?<!\.test)\.tsx$/;

test('the wall and pairing take every word from the catalogues', () => {
  const { files, elements, words } = scanForWords(projectRoot, (file) => TRANSLATED.test(file));
  for (const folder of ['components/wall/', 'components/pairing/', 'components/live/', 'app/kitchen/', 'app/pair/'])
    expect(files.filter((file) => file.startsWith(folder))).not.toEqual([]);
  expect(elements).toBeGreaterThan(60);
  expect(words).toEqual([]);
}, 60_000);

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
    path.join(folder, 'components', 'crooked.tsx'),
    `export const Crooked = ({ words, state, on }) => (
  <main className="words here" data-level={state}>
    <h1>Between tags</h1>
    <p title="An attribute">×✓ · 12 –</p>
    <b aria-label={\`in \${on} braces\`}>{on ? "one way" : words("key.of.it")}</b>
    <i>{state === "compared" && words("late")}{words[\`looked.\${state}\`]}</i>
    <u>{on && <s className={on ? "css here" : ""}>{"nested"}</s>}</u>
  </main>
);`,
  );
  scan = scanForWords(folder, (file) => file.startsWith('components/'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('words between tags, in what is read out and inside braces are found, and nothing else', () => {
  expect(scan.files).toEqual(['components/crooked.tsx']);
  expect(scan.elements).toBe(7);
  expect([...new Set(scan.words)]).toEqual([
    'components/crooked.tsx:3 Between tags',
    'components/crooked.tsx:4 An attribute',
    'components/crooked.tsx:5 in',
    'components/crooked.tsx:5 braces',
    'components/crooked.tsx:5 one way',
    'components/crooked.tsx:7 nested',
  ]);
});
