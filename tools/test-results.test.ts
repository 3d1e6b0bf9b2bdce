import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from './set-up/project-root.mjs';
import { readPlaywright, readVitest } from './test-results.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-test-results-'));
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs one of the test runners on the files in the folder. */
function run(program: string, ...options: string[]): void {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(projectRoot, 'node_modules', program), ...options],
    {
      cwd: folder,
      env: {
        NODE_ENV: 'test',
        PATH: process.env['PATH'],
        HEATLAMP_VITEST_RESULT: path.join(folder, 'result.json'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(folder, 'e2e.json'),
      },
      encoding: 'utf8',
    },
  );
  expect(status, stdout).toBe(1);
}

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

test('what failed in vitest is listed: a test, a skipped one, a file that cannot load, an error outside of tests', () => {
  write(
    'one.test.js',
    `import { describe, expect, test } from 'vitest';
    describe('sums', () => {
      test('right', () => expect(2).toBe(2));
      test('wrong', () => expect(1, 'a sum').toBe(2));
      test.skip('later', () => {});
    });`,
  );
  write('two.test.js', `throw new Error('cannot load');`);
  write(
    'four.test.js',
    `import { test } from 'vitest';
    test('runs commands', () => { throw new Error('ls ended with 2:\\n\\n  no such file\\n'); });
    test('prints much', () => { throw new Error(Array.from({ length: 30 }, (_, index) => index).join('\\n')); });`,
  );
  write(
    'three.test.js',
    `import { test } from 'vitest';
    test('leaves a rejection', async () => {
      Promise.reject(new Error('nobody caught it'));
      await new Promise((resolve) => setTimeout(resolve, 10));
    });`,
  );
  run('vitest/vitest.mjs', 'run', `--reporter=${path.join(projectRoot, 'tools/test-results.mjs')}`);
  const { passed, problems } = readVitest(path.join(folder, 'result.json'));
  expect(passed).toBe(2);
  expect(problems.toSorted()).toEqual([
    expect.stringMatching(/^four\.test\.js > prints much(?:\n {4}\d){10}\n {4}\(10 more lines\)(?:\n {4}2\d){10}$/),
    'four.test.js > runs commands\n    ls ended with 2:\n      no such file',
    'one.test.js > sums > later\n    skipped',
    'one.test.js > sums > wrong\n    a sum: expected 1 to be 2 // Object.is equality',
    expect.stringMatching(/^outside of tests, .*three\.test\.js\n {4}nobody caught it$/),
    'two.test.js\n    cannot load',
  ]);
});

test('what failed in Playwright is listed: a test, a skipped one, a flaky one', () => {
  write(
    'one.test.cjs',
    `const { expect, test } = require('@playwright/test');
    test('right', () => expect(2).toBe(2));
    test('wrong', () => expect(1, 'a sum').toBe(2));
    test.describe('sums', () => {
      test.describe.configure({ retries: 1 });
      test('sometimes', ({}, { retry }) => expect(retry, 'a retry').toBe(1));
      test.skip('later', () => {});
    });`,
  );
  run('@playwright/test/cli.js', 'test', '--workers=1', '--reporter=json');
  const { passed, problems } = readPlaywright(path.join(folder, 'e2e.json'));
  expect(passed).toBe(1);
  expect(problems).toEqual([
    expect.stringMatching(/^one\.test\.cjs:3 > wrong, unexpected\n {4}Error: a sum\n(?: {4}.+\n)* {4}Received: 1\n/),
    expect.stringMatching(/^one\.test\.cjs:6 > sums > sometimes, flaky\n {4}Error: a retry\n {4}/),
    'one.test.cjs:7 > sums > later, skipped\n    no message',
  ]);
});

test('a run that wrote no report has a problem', () => {
  for (const read of [readVitest, readPlaywright])
    expect(read(path.join(folder, 'none.json'))).toEqual({
      passed: 0,
      problems: [expect.stringMatching(/^no report\n {4}ENOENT/)],
    });
});
