import type { Reader } from '../screen/options';

/** Tables by number, one by one and in stretches: `1-12,20`. Empty for none. */
export type TableList = readonly string[];

const PART = /^(\d{1,40})(?:-(\d{1,40}))?$/;

/** Reads `1-12,20`. */
export const tableList: Reader<TableList> = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => stretchOf(part) !== null) ? parts : undefined;
};

/** Whether a table, by the number that the POS gives it, is one of those. */
export function isAmong(tables: TableList, number: string): boolean {
  if (!/^-?\d+$/.test(number)) return false;
  const sought = BigInt(number);
  return tables.some((part) => {
    const stretch = stretchOf(part);
    return stretch !== null && stretch.from <= sought && sought <= stretch.to;
  });
}

function stretchOf(part: string): { from: bigint; to: bigint } | null {
  const [, first, last = first] = PART.exec(part) ?? [];
  if (first === undefined || last === undefined) return null;
  const stretch = { from: BigInt(first), to: BigInt(last) };
  return stretch.from <= stretch.to ? stretch : null;
}
