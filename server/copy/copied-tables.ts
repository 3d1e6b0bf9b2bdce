import { createHash } from 'node:crypto';
import {
  allRows,
  BETWEEN_COLUMNS,
  type CopiedTable,
  NULL_TEXT,
  SUM_DIGITS,
  TARGET_COLUMNS,
} from '../sql/copy-statements';
import type { Columns } from '../sql/statements';
import type { CopySource, CopyTarget, SourceValue } from '../storage/copy-connections';

/** What becomes of the values of some columns. */
export type Changes = Readonly<Record<string, (value: SourceValue) => SourceValue>>;

export type Row = SourceValue[];

/** A row by the names of its columns. */
export type Named = Record<string, SourceValue>;

/** Number and check-sum of rows, in any order. */
export type Sum = { count: number; sum: bigint };

/** The columns that identify a row of each table that is copied. */
const KEYS = {
  Order: ['key'],
  CourseEvent: ['orderKey', 'courseNumber', 'step', 'at'],
  CourseTicket: ['orderKey', 'courseNumber', 'round'],
  TicketAction: ['key'],
  Delivery: ['id'],
  Branch: ['number'],
  TableState: ['branch', 'number', 'subNumber'],
  Gap: ['branch', 'fromAt', 'cause'],
  Screen: ['id'],
  Subscription: ['id'],
  SubscriptionSecret: ['id'],
  Setting: ['id'],
  Manager: ['id'],
  ManagerAccount: ['id'],
  SecondFactor: ['managerId'],
  AuditEntry: ['id'],
} as const;

export type TableName = keyof typeof KEYS;
export type CopiedTables = Readonly<Record<TableName, CopiedTable>>;

/** The tables whose rows belong to an order, the order first. */
export const OF_ORDERS = ['Order', 'CourseEvent', 'CourseTicket', 'TicketAction', 'Delivery'] as const;
export const isOfOrders = (name: TableName) => OF_ORDERS.some((each) => each === name);

const TYPES: Readonly<Record<string, Columns[string]>> = {
  integer: 'INTEGER',
  bigint: 'BIGINT',
  text: 'TEXT',
  bytea: 'BYTES',
  'timestamp without time zone': 'TIMESTAMP',
};

/** The tables with the columns that they have in the target. Those of the source have the same names. */
export async function readTables(target: CopyTarget): Promise<CopiedTables> {
  const found = await target.query<{ table: string; name: string; type: string }>(TARGET_COLUMNS);
  const tables = Object.entries(KEYS).map(([name, key]): [string, CopiedTable] => {
    const columns = found
      .filter(({ table }) => table === name)
      .map((column): [string, Columns[string]] => {
        const type = TYPES[column.type];
        if (type === undefined)
          throw new Error(`${name}.${column.name} is of the type ${column.type}, which is not copied`);
        return [column.name, type];
      });
    return [name, { name, columns: Object.fromEntries(columns), key }];
  });
  return Object.fromEntries(tables) as CopiedTables;
}

/** All rows of a table. */
export function readNamed(source: CopySource, table: CopiedTable): Named[] {
  const columns = Object.keys(table.columns);
  return source
    .rows(allRows(table))
    .map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
}

/** Rows of the source as they are in the target. PostgreSQL refuses text with a null character. */
export function rowsForTarget({ columns }: CopiedTable, rows: readonly Row[], changes: Changes): Row[] {
  const changeAt = Object.keys(columns).map((column) => changes[column] ?? null);
  return rows.map((row) =>
    row.map((value, index) => {
      const change = changeAt[index];
      const changed = change && value !== null ? change(value) : value;
      return typeof changed === 'string' && changed.includes('\0') ? changed.replaceAll('\0', '') : changed;
    }),
  );
}

/** Adds rows to a sum, as PostgreSQL computes it (`insertedRows` in server/sql/copy-statements.ts). */
export function addRows({ count, sum }: Sum, rows: readonly Row[]): Sum {
  const added = rows.map((row) => BigInt(`0x${sha256(row.map(textOf).join(BETWEEN_COLUMNS)).slice(0, SUM_DIGITS)}`));
  return { count: count + rows.length, sum: added.reduce((total, one) => total + one, sum) };
}

function textOf(value: SourceValue): string {
  if (value === null) return NULL_TEXT;
  return value instanceof Buffer ? sha256(value) : String(value);
}

function sha256(of: string | Buffer): string {
  return createHash('sha256').update(of).digest('hex');
}
