import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS as OF_RELEASE } from '../release/lay-out';
import { projectRoot } from '../set-up/project-root.mjs';

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

/** The documents of the project. */
const DOCUMENTS = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'domain/SPEC.md'],
  ...readdirSync(path.join(projectRoot, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

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
  const named = DOCUMENTS.flatMap((file) =>
    [...read(file).matchAll(/npm run (?:-s )?([\w:-]+)/g)].flatMap(([, script]) => script ?? []),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  const text = heading.replace(/^#+ /, '').toLowerCase();
  return text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}

/** Targets of the links in a file, relative to it, with their anchors. */
function linksIn(file: string): string[] {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => link ?? []);
  return links.filter((link) => !/^https?:/.test(link));
}

test.each(DOCUMENTS)('every link in %s leads to a file, and to a heading in it', (file) => {
  const broken = linksIn(file).filter((link) => {
    const [target = '', anchor] = link.split('#');
    const place = target === '' ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(projectRoot, place))) return true;
    if (anchor === undefined) return false;
    return !(read(place).match(/^#+ .*$/gm) ?? []).map(anchorOf).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('a release has every document and picture that its documents lead to', () => {
  const isIn = (file: string) => OF_RELEASE.some((each) => file === each || file.startsWith(`${each}/`));
  const documents = DOCUMENTS.filter(isIn);
  expect(documents).toContain('docs/operating.md');
  const missing = documents.flatMap((file) =>
    linksIn(file)
      .map((link) => path.join(path.dirname(file), link.split('#')[0] || path.basename(file)))
      .filter((target) => /\.(?:md|png|yml|json)$/.test(target) && !isIn(target)),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('the changelog has a section for the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\]`, 'm'));
});
