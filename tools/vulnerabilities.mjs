// Checks the locked packages for known vulnerabilities. Ends with 0 if there are none, 1 if there are some, and 2 if the
// registry publishes no advisories, so that nothing was checked.
import { spawnSync } from 'node:child_process';
import { projectRoot } from './set-up/project-root.mjs';
import { npmCommand } from './set-up/run.mjs';

const npm = npmCommand();
const options = ['audit', '--json', '--package-lock-only'];
const { stdout, error } = spawnSync(npm.command, [...npm.args, ...options], { cwd: projectRoot, encoding: 'utf8' });

/** @type {{ vulnerabilities?: Record<string, { severity: string, via: (string | { title: string })[] }>, message?: string }} */
let report;
try {
  report = JSON.parse(stdout ?? '');
} catch {
  report = { message: error?.message ?? 'npm audit printed no report' };
}
if (!report.vulnerabilities) {
  console.error(`Nothing was checked: the registry offers no advisories (${report.message ?? 'no reason was given'}).`);
  process.exit(2);
}
const found = Object.entries(report.vulnerabilities);
for (const [name, { severity, via }] of found) {
  const titles = via.map((cause) => (typeof cause === 'string' ? cause : cause.title));
  console.log(`${severity}: ${name}: ${titles.join('; ')}`);
}
console.log(`${found.length} packages with known vulnerabilities.`);
process.exit(found.length === 0 ? 0 : 1);
