import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../cannot-start';
import { projectRoot } from '../storage/project-root';

/** What Next's development server has in place of the id of a build. */
export const DEVELOPMENT = 'development';

/** The id of the build of the pages. @throws CannotStart if they are not built */
export function buildId(): string {
  try {
    return readFileSync(path.join(projectRoot(), '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    throw new CannotStart('the pages are not built: start it with npm start, which builds them');
  }
}
