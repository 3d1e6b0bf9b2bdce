import type { Board, BoardChange, BoardHead } from '../../domain/live-contract';

/** A server that answers garbage, a proxy's log-in page, an older server: the last good board stays. */
export function isBoard(value: unknown): value is Board {
  return isTold(value) && hasNews(value);
}

export function isChange(value: unknown): value is BoardChange {
  return isTold(value) && hasNews(value) && typeof value['previousVersion'] === 'number';
}

export function isHead(value: unknown): value is BoardHead {
  return isTold(value) && typeof value['build'] === 'string';
}

/** What every message says of where the branch stands. A time that cannot be read would break every clock on the page. */
function isTold(value: unknown): value is Record<string, unknown> {
  const { epoch, version, serverTime, posOffsetMs } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof epoch === 'string' &&
    typeof version === 'number' &&
    typeof serverTime === 'string' &&
    !Number.isNaN(Date.parse(serverTime)) &&
    typeof posOffsetMs === 'number'
  );
}

function hasNews({ tickets, tables }: Record<string, unknown>): boolean {
  return areVersioned(tickets) && areVersioned(tables);
}

function areVersioned(items: unknown): boolean {
  return Array.isArray(items) && items.every((item) => typeof item?.version === 'number');
}
