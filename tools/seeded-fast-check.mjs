// Stands for fast-check in `npm test`: the same values in every run, so that what passed once passes again.
// `HEATLAMP_SEED=7 npx vitest run domain` tries others.
import { createRequire } from 'node:module';

/** @type {typeof import('fast-check')} */
const fc = createRequire(import.meta.url)('fast-check');
fc.configureGlobal({ seed: Number(process.env['HEATLAMP_SEED'] ?? 1) });

export default fc;
