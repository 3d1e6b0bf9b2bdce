// `npm run generate`: writes both Prisma schemas and clients from prisma/*.prisma. With `--check` it writes
// nothing, and fails if a schema file differs from them.

import { CommandFailed, run } from './run.mjs';
import { differingSchemas, providers, schemaFile, writeSchemas } from './schemas.mjs';

/**
 * Without a path Prisma's command line downloads a schema engine. Generating never runs the engine, so any file works.
 */
const environment = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ?? process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
};

if (process.argv.includes('--check')) {
  const differing = differingSchemas();
  if (differing.length > 0) {
    console.error(`Different from prisma/*.prisma: ${differing.join(', ')}. Run npm run generate.`);
    process.exitCode = 1;
  }
} else {
  writeSchemas();
  const clients = providers.map((provider) =>
    run(
      process.execPath,
      ['node_modules/prisma/build/index.js', 'generate', '--no-hints', '--schema', schemaFile(provider)],
      environment,
    ),
  );
  for (const result of await Promise.allSettled(clients)) {
    if (result.status === 'fulfilled') continue;
    if (!(result.reason instanceof CommandFailed)) throw result.reason;
    console.error(`${result.reason.tail}\nprisma generate failed, ${result.reason.message}.`);
    process.exitCode = 1;
  }
}
