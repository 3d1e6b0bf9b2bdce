import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';

export const providers = /** @type {const} */ (['sqlite', 'postgresql']);

/** The path of a schema file, relative to the project. */
export function schemaFile(/** @type {string} */ provider) {
  return `prisma/${provider}/schema.prisma`;
}

/**
 * The schema for one provider. Prisma requires the provider in the schema file, but the models are shared. Only
 * PostgreSQL has the tables through which several nodes work together.
 */
function schemaText(/** @type {string} */ provider) {
  const files = ['models.prisma', ...(provider === 'postgresql' ? ['nodes.prisma'] : [])];
  const models = files.map(readModels).join('\n');
  return `// Written by npm run generate; edit prisma/*.prisma.

generator client {
  provider = "prisma-client"
  output   = "../generated/${provider}"
}

datasource db {
  provider = "${provider}"
}

${models}`;
}

/** Models without the comment at the head of their file. */
function readModels(/** @type {string} */ file) {
  const text = readFileSync(path.join(projectRoot, 'prisma', file), 'utf8').replaceAll('\r\n', '\n');
  return text.replace(/^(\/\/(?!\/).*\n)+\n/, '');
}

/** Schema files that differ from prisma/*.prisma. */
export function differingSchemas() {
  return providers.map(schemaFile).filter((file, index) => {
    const absolute = path.join(projectRoot, file);
    if (!existsSync(absolute)) return true;
    return (
      readFileSync(absolute, 'utf8').replaceAll('\r\n', '\n') !== schemaText(/** @type {string} */ (providers[index]))
    );
  });
}

/** Writes only files that differ, so that the others keep their time stamps. */
export function writeSchemas() {
  const differing = differingSchemas();
  for (const provider of providers) {
    const file = path.join(projectRoot, schemaFile(provider));
    if (!differing.includes(schemaFile(provider))) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, schemaText(provider));
  }
}
