import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scanForText } from '../../tools/checks/literal-text';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDERS = [
  'app/',
  'components/clipboard/',
  'components/deliveries/',
  'components/visit-timeline/',
  'components/home/',
  'components/gaps/',
  'components/history/',
  'components/login/',
  'components/manager/',
  'components/pairing/',
  'components/pass/',
  'components/pickup/',
  'components/ready/',
  'components/reports/',
  'components/screen/',
  'components/settings/',
  'components/sound/',
  'components/live-dashboard/',
  'components/tables/',
  'components/ticket-actions/',
  'components/wall/',
];

it('pages and components contain no text of their own', () => {
  const isMeant = (file: string) => /^(?:app|components)\/.*\.tsx$/.test(file) && !/\.test\.tsx$/.test(file);
  const { files, elements, texts } = scanForText(ROOT, isMeant);
  for (const folder of FOLDERS) expect(files.filter((file) => file.startsWith(folder))).not.toEqual([]);
  expect(elements).toBeGreaterThan(150);
  expect(texts).toEqual([]);
});

it('finds a page with text of its own', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-literal-text-'));
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "jsx": "preserve" }, "include": ["*.tsx"] }',
  );
  writeFileSync(
    path.join(folder, 'page.tsx'),
    'export const Page = ({ t }) => <a href="/" aria-label="Go home">{t("front.home")} Running.</a>;',
  );
  const { texts } = scanForText(folder, () => true);
  rmSync(folder, { recursive: true });
  expect([...texts].sort()).toEqual(['page.tsx:1 Go home', 'page.tsx:1 Running.']);
});
