import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

async function shown(text: string): Promise<string> {
  vi.resetModules();
  const { withCommands } = await import('./with-commands');
  return renderToStaticMarkup(createElement(Fragment, null, ...withCommands(text))).replaceAll(/<[^>]+>/g, '|');
}

it('names a command as this installation calls it', async () => {
  expect(await shown('Run `heatlamp doctor`.')).toBe('Run |npm run -s heatlamp -- doctor|.');
  vi.stubEnv('HEATLAMP_RELEASE', '1');
  expect(await shown('Run `heatlamp doctor`.')).toBe('Run |heatlamp doctor|.');
  expect(await shown('Send `x-heatlamp`.')).toBe('Send |x-heatlamp|.');
});
