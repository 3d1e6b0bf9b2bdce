import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundleOptions } from '../set-up/bundle-options.mjs';
import { buildClient, replaceModule } from './builds';
import { CLIENT_MUTATIONS, type ClientMutation } from './mutants/client';
import { SERVER_MUTATIONS, type ServerMutation } from './mutants/server';

const SERVER = Object.keys(SERVER_MUTATIONS) as ServerMutation[];
const CLIENT = Object.keys(CLIENT_MUTATIONS) as ClientMutation[];

it('every mutation of the server replaces a module that the server imports', async () => {
  const { metafile } = await build({ ...bundleOptions, write: false, outdir: 'build', metafile: true });
  for (const mutation of SERVER) expect(Object.keys(metafile.inputs)).toContain(SERVER_MUTATIONS[mutation].module);
});

it.each(CLIENT)('%s replaces a module that the client imports', async (mutation) => {
  await buildClient(mutation);
});

it('replacing a module that nothing imports is an error', async () => {
  const plugins = [replaceModule('arrival-order', { ...SERVER_MUTATIONS['arrival-order'], module: 'domain/none.ts' })];
  const bundled = build({ ...bundleOptions, write: false, outdir: 'build', logLevel: 'silent', plugins });
  await expect(bundled).rejects.toThrow('nothing in the bundle imports domain/none.ts');
});
