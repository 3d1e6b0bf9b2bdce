import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { exitOnSignal } from '../harness/command-line';
import { openRestaurants } from '../screenshots/moments';
import { projectRoot } from '../set-up/project-root.mjs';
import { openCourse } from '../wall-sizes/read-wall';
import { launchOld, unpackedBrowser, VERSIONS } from './unpack';
import { visitPages } from './visit-pages';

const OPEN_COURSES = 16;

/** Uses every page in the oldest browsers for which the pages are written, and saves pictures. */
async function main(): Promise<void> {
  const command = new Command('old-browsers')
    .description('Uses every page in Chromium 89, 92 and 108, which come from the npm registry. On Linux x64 only.')
    .argument('[folder]', 'folder for the pictures', path.join(projectRoot, 'test-results', 'old-browsers'))
    .parse();
  exitOnSignal();
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return command.error('There are no such browsers for this system: run it on Linux x64.');
  const [folder = ''] = command.processedArgs;
  mkdirSync(folder, { recursive: true });
  const restaurants = await openRestaurants(null);
  const problems: string[] = [];
  for (const version of VERSIONS) {
    try {
      const { browser, close } = await launchOld(await unpackedBrowser(version));
      const postings = Array.from({ length: OPEN_COURSES }, (_, index) => openCourse(1, index, Date.now())).flat();
      const restaurant = await restaurants.addBranch(
        'Hot kitchen',
        postings.map(({ event, body }) => ({ dueMs: 0, path: `/webhooks/${event}`, body, kind: 'delivery' })),
      );
      const { link } = await restaurants.addOwner(`Anna ${version}`);
      const found = await visitPages({
        browser,
        url: restaurants.url,
        restaurant,
        owner: link,
        fileOf: filesOf(version),
      });
      problems.push(...found.map((problem) => `Chromium ${version}: ${problem}`));
      await close();
    } catch (error) {
      problems.push(`Chromium ${version}: ${errorMessage(error)}`);
    }
  }
  await restaurants.close();
  process.stderr.write(`Pictures: ${path.relative(process.cwd(), folder) || '.'}\n`);
  // First, because the total of the tests has the first line only.
  process.stdout.write(problems.length > 0 ? `${problems.join('\n')}\n` : 'Every page works.\n');
  process.exitCode = problems.length > 0 ? 1 : 0;

  function filesOf(version: number) {
    return (name: string) => {
      process.stderr.write(`Chromium ${version}: ${name}\n`);
      return path.join(folder, `${version}-${name}.png`);
    };
  }
}

await main();
process.exit();
