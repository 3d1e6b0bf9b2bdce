import { Agent, request } from 'node:http';
import { signedHeaders } from '../harness/pos-key';

export type Step = 'kitchenStartCourse' | 'kitchenCompleteCourse' | 'kitchenServeCourse';

/** What a bench says of a course: a table has one order with one course. `at` in epoch ms. */
export type CourseFields = { table: number; at: number; expected?: number; guests?: number; counter?: number };

const COURSES = [
  ['ST', 'Starters'],
  ['SO', 'Soup'],
  ['MA', 'Mains'],
  ['DE', 'Desserts'],
] as const;

/** The body of a kitchen event, as the POS writes it. */
export function bodyOf({ table, at, expected = 900, guests = 4, counter = 1 }: CourseFields): string {
  const number = table % COURSES.length;
  const [abbreviation, name] = COURSES[number] ?? COURSES[0];
  return JSON.stringify({
    event: { eventBlocking: false, eventCounter: counter, eventTimestamp: new Date(at).toISOString() },
    sender: { branchNumber: 1, workplaceNumber: 3 },
    tableOrder: { orderId: `00000000-0000-4000-8000-${String(table).padStart(12, '0')}`, year: 2026, number: table },
    table: { number: table, subNumber: 1, tableName: `Guest ${table}`, numberOfGuests: guests },
    course: {
      courseNumber: number + 1,
      name,
      abbreviation,
      sequenceNumber: number + 1,
      expectedPreparationTime: expected,
    },
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: 2_000 });

/** Posts an event; resolves with when the request began, on this process's clock in epoch ms. @throws when refused */
export function post(url: string, step: Step, body: string): Promise<number> {
  const bytes = Buffer.from(body);
  const headers = signedHeaders(bytes);
  return new Promise((resolve, reject) => {
    const beganAt = performance.timeOrigin + performance.now();
    const sent = request(`${url}/webhooks/${step}`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(beganAt);
        else reject(new Error(`the server answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end(bytes);
  });
}

/** Starts so many courses at tables from `from` on, begun over the last 25 minutes: some are late, some are not. */
export async function fillWall(url: string, from: number, count: number): Promise<void> {
  const now = Date.now();
  const tables = Array.from({ length: count }, (_, index) => from + index);
  for (let next = 0; next < count; next += 16) {
    await Promise.all(
      tables
        .slice(next, next + 16)
        .map((table) => post(url, 'kitchenStartCourse', bodyOf({ table, at: now - ((table * 37) % 1_500) * 1_000 }))),
    );
  }
}
