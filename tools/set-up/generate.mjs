// `npm run generate`: writes both Prisma schemas and clients from prisma/*.prisma.

import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { providers, schemaFile, writeSchemas } from './schemas.mjs';

/** Writes the client of a schema, with the generator of Prisma's command line, which itself brings 200 MB. */
async function generateClient(/** @type {string} */ schema) {
  // Their modules for `import` are incomplete.
  const require = createRequire(import.meta.url);
  /** @type {typeof import('@prisma/internals')} */
  const { getGenerators, loadSchemaContext } = require('@prisma/internals');
  /** @type {typeof import('@prisma/client-generator-ts')} */
  const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
  const schemaContext = await loadSchemaContext({ schemaPath: { cliProvidedPath: schema }, printLoadMessage: false });
  const generators = await getGenerators({
    schemaContext,
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: 'npm run generate',
  });
  for (const generator of generators) {
    await generator.generate();
    generator.stop();
  }
}

writeSchemas();
for (const provider of providers) await generateClient(path.join(projectRoot, schemaFile(provider)));
