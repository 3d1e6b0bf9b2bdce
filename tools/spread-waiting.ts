import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { groupBy } from '../lib/group.ts';

/** Test files that mostly wait, for a timeout of the product or a child process; the longest first. */
const WAITING = [
  'nodes/disturbances.thorough',
  'copy/copy.thorough',
  'intake/postgresql-outage.thorough',
  'nodes/standby',
  'health/readiness',
  'reader/replica',
].map((name) => `server/${name}.test.ts`);
const EVERY = 3;

/**
 * The usual order, but every third of the first files of a project waits. The others use the processors meanwhile, and
 * no long file starts last.
 */
export class SpreadWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((sorted) => {
      const waiting = WAITING.flatMap((name) => sorted.find(({ moduleId }) => moduleId.endsWith(`/${name}`)) ?? []);
      const order = sorted.filter((file) => !waiting.includes(file));
      for (const [index, file] of waiting.entries()) order.splice(index * EVERY, 0, file);
      return order;
    });
  }
}
