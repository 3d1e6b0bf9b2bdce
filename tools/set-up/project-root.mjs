import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this checkout, independent of the working directory. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
