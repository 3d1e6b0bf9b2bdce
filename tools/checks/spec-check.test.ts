import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';

/** The numbers of the rules in a SPEC.md: lines that start with `**F12**`. */
function ruleNumbers(spec: string): string[] {
  return [...spec.matchAll(/^\*\*(F\d+[a-z]?)\*\*/gm)].map(([, number]) => number as string);
}

/** The rules that a test file's titles cite: strings that start with `[F12]`, or with several of them. */
function citedRules(testFile: string): string[] {
  return [...testFile.matchAll(/['"`]((?:\[F\d+[a-z]?\]\s*)+)/g)].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/F\d+[a-z]?/g)].map(([number]) => number),
  );
}

const rules = ruleNumbers(readFileSync(path.join(projectRoot, 'domain', 'SPEC.md'), 'utf8'));
const cited = ['domain', 'lib', 'server']
  .flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => path.join(projectRoot, folder, file)),
  )
  .flatMap((file) => citedRules(readFileSync(file, 'utf8')));

test('SPEC.md has rules, each number once, and tests cite some', () => {
  expect(rules).not.toEqual([]);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  expect(cited).not.toEqual([]);
});

test('every rule of SPEC.md has a test', () => {
  expect(rules.filter((rule) => !cited.includes(rule))).toEqual([]);
});

test('every rule that a test cites is in SPEC.md', () => {
  expect([...new Set(cited)].filter((rule) => !rules.includes(rule))).toEqual([]);
});

test('rules are lines that start with their number', () => {
  expect(ruleNumbers('# Rules\n\n**F1** State is …\nsee **F9**\n**F2a** A ticket …\n')).toEqual(['F1', 'F2a']);
});

test('rules are found in every form of a test title', () => {
  const file = 'test(\'[F4] a start\', …); test.each(rows)("[F5][F6a] skew %s", …); it(`[F7] x`); // not [F8]';
  expect(citedRules(file)).toEqual(['F4', 'F5', 'F6a', 'F7']);
});
