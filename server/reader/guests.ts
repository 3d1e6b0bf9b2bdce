import { type GuestVisits, MOST_VISITS } from '../../contract/guests';
import { toIso } from '../../domain/ticket';
import { guestVisits, LOOSE_WITH_TEXT } from '../sql/privacy-statements';
import type { Source } from '../sql/statements';
import { int } from '../sql/ticket-row';

/** What an owner knows of a guest. `day` is a business day, `table` a number. */
export type GuestQuestion = {
  branches: readonly number[];
  name: string | null;
  day: string | null;
  table: string | null;
};

type Int = number | bigint;
type Row = Record<'key' | 'branch' | 'beganAt' | 'courses' | 'open', Int> &
  Record<'tableNumber' | 'tableSubNumber' | 'tableName', string | null> & { guests: Int | null };

/** F27d: visits that an owner may want to erase, newest first. */
export async function findGuests(source: Source, { branches, name, day, table }: GuestQuestion): Promise<GuestVisits> {
  const statement = guestVisits({ hasName: name !== null, hasDay: day !== null, hasTable: table !== null });
  const rows: Row[] = [];
  for (const branch of branches) {
    const named = name === null ? [] : [containing(name), branch, containing(JSON.stringify(name).slice(1, -1))];
    const values = [branch, ...named, ...(day === null ? [] : [day]), ...(table === null ? [] : [table])];
    rows.push(...(await source.$queryRawUnsafe<Row[]>(statement, ...values, MOST_VISITS + 1)));
  }
  const visits = rows.map((row) => ({
    id: int(row.key),
    branch: int(row.branch),
    beganAt: toIso(int(row.beganAt)),
    table: row.tableNumber === null ? null : { number: row.tableNumber, subNumber: row.tableSubNumber ?? '' },
    name: row.tableName,
    guests: int(row.guests),
    courses: int(row.courses),
    isOpen: int(row.open) > 0,
  }));
  const newest = visits.toSorted((a, b) => (a.beganAt < b.beganAt ? 1 : -1));
  return { visits: newest.slice(0, MOST_VISITS), hasMore: newest.length > MOST_VISITS };
}

/** Some deliveries of an outcome that belong to no order, and whose body contains a text. */
export async function findLooseWithText(
  source: Source,
  { outcome, text, limit }: { outcome: string; text: string; limit: number },
): Promise<string[]> {
  const rows = await source.$queryRawUnsafe<{ id: string }[]>(LOOSE_WITH_TEXT, outcome, containing(text), limit);
  return rows.map(({ id }) => id);
}

/** A pattern of LIKE. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
