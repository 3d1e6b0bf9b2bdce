import { expect, it } from 'vitest';
import { MUTATIONS } from './mutations';
import { buildServer } from './server-build';

it.each(MUTATIONS.map(({ name, patches }) => ({ name, patches })))(
  '$name still fits the server',
  async ({ patches }) => {
    const build = await buildServer(patches);
    build.remove();
  },
);

it('a patch that fits nowhere, or a file that the server does not contain, is an error', async () => {
  const patch = { file: 'domain/fold.ts', find: 'this is not there', replace: '' };
  await expect(buildServer([patch])).rejects.toThrow('fits 0 places');
  await expect(buildServer([{ ...patch, file: 'domain/none.ts' }])).rejects.toThrow('does not contain');
});
