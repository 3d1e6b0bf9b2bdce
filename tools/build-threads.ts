import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from './harness/builds';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled server, whose threads the tests use. */
    builtServer: string;
  }
}

/** Bundles the server once for all tests. Returns a function that removes the bundle. */
export default async function buildThreads({ provide }: TestProject): Promise<() => void> {
  const { main, remove } = await buildServer();
  provide('builtServer', path.dirname(main));
  return remove;
}
