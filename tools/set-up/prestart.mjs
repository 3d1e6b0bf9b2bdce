// Prepares a checkout: `node tools/set-up/prestart.mjs [STEP…]`, by default the steps that `npm start` needs. Plain
// JavaScript without dependencies, because it runs before the installation. The other modules are imported after the
// version check, because an old Node might not parse them.
import { unsupportedNodeMessage } from './node-version.mjs';

const refusal = unsupportedNodeMessage(process.versions.node);
if (refusal) {
  console.error(refusal);
  process.exitCode = 1;
} else {
  import('./set-up.mjs')
    .then(({ setUp }) => setUp(process.argv.slice(2)))
    .then((ready) => {
      if (!ready) process.exitCode = 1;
    });
}
