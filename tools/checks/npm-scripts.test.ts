import { expect, it } from 'vitest';
import { devDependencies, scripts } from '../../package.json' with { type: 'json' };
import { projectRoot } from '../set-up/project-root.mjs';
import { type ImportGraph, readImportGraph } from './imports';

it.each(['start', 'dev', 'demo', 'postgres'] as const)('npm run %s passes signals on to Node.js', (name) => {
  expect(scripts[name]).toMatch(/^exec (?:env (?:\w+=\w+ )+)?node /);
});

it('npm start has the same command without env, which Windows does not have', () => {
  const [, wanted, otherwise] = /^exec env (?:\w+=\w+ )+(node .*) \|\| (.*)$/.exec(scripts.start) ?? [];
  expect(otherwise).toBe(wanted ?? 'a command');
});

// npm writes them behind the whole script.
it.each(Object.entries(scripts).filter(([name]) => !/^(?:pre|start$|test:long$)/.test(name)))(
  'npm run %s passes its arguments on',
  (_, script) => {
    expect(script).not.toMatch(/\|\||&&|;/);
  },
);

/** Whether a script runs a tool for development, or a file that imports one, directly or through others. */
function needsDevelopment(script: string, { inputs }: ImportGraph): boolean {
  const [, file] = /(tools\/[\w/-]+\.ts)/.exec(script) ?? [];
  if (file === undefined) return /^(?:vitest|playwright) /.test(script);
  const reached = new Set([file]);
  for (const each of reached)
    for (const { path, external } of inputs[each]?.imports ?? []) {
      if (external !== true) reached.add(path);
      else if (Object.keys(devDependencies).some((name) => path === name || path.startsWith(`${name}/`))) return true;
    }
  return false;
}

it('a script that needs packages for development installs them', async () => {
  const graph = await readImportGraph(projectRoot);
  const prepared = Object.entries(scripts).flatMap(([name, script]) => {
    const before = Object.entries(scripts).find(([other]) => other === `pre${name}`)?.[1];
    return before?.includes('prestart.mjs') ? [{ name, script, installs: / install\b/.test(before) }] : [];
  });
  const needing = prepared.filter(({ script }) => needsDevelopment(script, graph));
  expect(needing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['bench', 'proxy-test', 'screenshots', 'torture']),
  );
  expect(needing.filter(({ installs }) => !installs)).toEqual([]);
});
