import { expect, it } from 'vitest';
import { scripts } from '../../package.json' with { type: 'json' };

const LONG_RUNNING = Object.entries(scripts).filter(([, script]) => script.startsWith('exec '));

it.each(LONG_RUNNING)('npm run %s has the same command without exec, which Windows does not have', (_, script) => {
  const [, wanted, otherwise] = /^exec (?:env (?:\w+=\w+ )+)?(node .*) \|\| (.*)$/.exec(script) ?? [];
  expect([script, otherwise]).toEqual([script, wanted ?? 'a fallback']);
});

it.each(['start', 'dev', 'demo', 'postgres'] as const)('npm run %s passes signals on to Node.js', (name) => {
  expect(LONG_RUNNING.map(([known]) => known)).toContain(name);
});
