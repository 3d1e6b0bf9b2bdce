import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

/** Every file of the project that a text mentions in backticks. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/`((?:app|components|contract|docs|domain|e2e|lib|server|tools)\/[\w./-]+\.\w+)`/g)].flatMap(
    ([, file]) => file ?? [],
  );
}

test.each(['CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'docs/reliability.md', 'docs/access.md'])(
  'every file that %s names exists',
  (file) => {
    const files = filesIn(read(file));
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((named) => !existsSync(path.join(projectRoot, named)))).toEqual([]);
  },
);

test('every npm script that the documents name exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = ['SECURITY.md', 'docs/reliability.md', 'README.md'].flatMap((file) =>
    [...read(file).matchAll(/npm run (?:-s )?([\w:-]+)/g)].flatMap(([, script]) => script ?? []),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});
