import type { Columns } from '../sql/build-statements';
import { type CopiedTable, TARGET_COLUMNS } from '../sql/copy-statements';
import type { CopyTarget } from '../storage/copy-target';

/** The columns that identify a row of each table that is copied. */
const KEYS = {
  Order: ['key'],
  CourseEvent: ['orderKey', 'courseNumber', 'step', 'at'],
  CourseTicket: ['orderKey', 'courseNumber', 'round'],
  ScreenNote: ['key'],
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
export const OF_ORDERS = ['Order', 'CourseEvent', 'CourseTicket', 'ScreenNote', 'Delivery'] as const;
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
