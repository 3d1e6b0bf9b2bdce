import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that this file belongs to, whatever the working folder is. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
