import { expect, it } from 'vitest';
import { changeRows } from '../testing/data-folder';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { startServer } from '../testing/running-server';

/** One report covers a course less. */
const COURSES = 1_000_001;

it('reports of more than a million courses are refused, and smaller ones are not', async () => {
  const before = await startServer();
  const token = await addProgram(before);
  await before.post('kitchenStartCourse', eventBody({ at: Date.parse('2026-06-19T19:00:00Z') }));
  await changeRows(
    before.dataDir,
    `INSERT INTO "CourseTicket" ("orderKey", "courseNumber", "round", "branch", "beganAt", "closedAt", "lastNewsAt",
         "marks", "businessDay", "localMinute", "version")
       WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= ${COURSES})
       SELECT (SELECT max("key") FROM "Order"), 1000, i, 1, 1700000000000, 1700000000000, 0, '[]', '2023-11-14', 0, 1 FROM n`,
  );
  await before.close();
  const server = await startServer(before.dataDir, {}, null, 0, 'production');
  try {
    const refused = await server.get('/api/v1/history/summary', token);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      code: 'too-many-courses',
      detail: 'the figures would be of more than 1,000,000 courses: choose a shorter period, or fewer branches.',
    });
    expect((await server.get('/api/v1/history/summary.csv', token)).status).toBe(400);
    const small = await server.get('/api/v1/history/summary?from=2026-06-19T00:00:00Z', token);
    expect(await small.json()).toMatchObject({ groups: [{ count: 1 }] });

    const headers = { Cookie: await signedIn(server), 'Accept-Language': 'en' };
    const page = await fetch(`${server.url}/manager/reports?period=all`, { headers });
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('“all” has more courses than one report can cover.'),
    ]);
    // The thread that renders pages did not end.
    expect((await fetch(`${server.url}/manager/reports`, { headers })).status).toBe(200);
    expect(server.warnings).toEqual([]);
  } finally {
    await server.stop();
  }
});
