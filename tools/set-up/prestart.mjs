// Prepares a checkout: `node tools/set-up/prestart.mjs [STEP…]`, by default the steps that `npm start` needs. Plain
// JavaScript without dependencies, because it runs before the installation, and on a Node that is too old for the rest.
import { requireNode } from './require-node.mjs';
import { setUp } from './set-up.mjs';

if ((await requireNode()) && !(await setUp(process.argv.slice(2)))) process.exitCode = 1;
