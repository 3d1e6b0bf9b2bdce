import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { groupBy } from '../lib/collections.ts';

const EVERY = 3;

/**
 * The usual order, but every third of the first files of a project is a thorough one. Those take longest and mostly
 * wait: the others use the processors meanwhile, and no long file starts last.
 */
export class ThoroughEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((sorted) => {
      const isThorough = ({ moduleId }: TestSpecification) => moduleId.endsWith('.thorough.test.ts');
      const order = sorted.filter((file) => !isThorough(file));
      for (const [index, file] of sorted.filter(isThorough).entries()) order.splice(index * EVERY, 0, file);
      return order;
    });
  }
}
