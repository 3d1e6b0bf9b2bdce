// Makes a checkout ready to run: `node tools/set-up/prestart.mjs [STEP…]`, without a step all that `npm start` needs.
// Plain JavaScript without dependencies, because it runs before anything is installed; the rest is imported only
// after the version check, because an old Node might not even read it.
import { nodeRefusal } from './node-version.mjs';

const refusal = nodeRefusal(process.versions.node);
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
