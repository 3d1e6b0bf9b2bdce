import { expect, it } from 'vitest';
import { DISTANT_STEPS } from '../sql/history-statements';
import { changeRows, newDataFolder, readRows, removeDataFolder } from '../testing/data-folder';

it('courses with a distant step have an index, which their statement uses', async () => {
  const folder = await newDataFolder('heatlamp-distant-');
  try {
    // Without rows, the planner has no reason to prefer one index to another.
    for (const index of ['branch_beganAt', 'branch_version', 'branch_closedAt'])
      await changeRows(folder, `DROP INDEX "CourseTicket_${index}_idx"`);
    await changeRows(folder, 'SET enable_seqscan = off');
    const plan = await readRows<Record<string, string>>(folder, `EXPLAIN ${DISTANT_STEPS}`, 1);
    expect(JSON.stringify(plan)).toContain('CourseTicket_distantSteps_idx');
  } finally {
    await removeDataFolder(folder);
  }
});
