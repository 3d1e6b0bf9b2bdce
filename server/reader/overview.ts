import { type Int, int } from '../sql/int';
import { OVERVIEW } from '../sql/page-statements';
import type { Source } from '../sql/statements';

/** The facts on the home page. Anyone may see them: nothing about guests, tables or orders. */
export type Overview = {
  subscriptions: number;
  screens: number;
  branches: number;
  hasDeliveries: boolean;
  lastDeliveryAt: number | null;
};

type OverviewRow = {
  subscriptions: Int;
  screens: Int;
  branches: Int;
  lastDeliveryAt: Int | null;
};

export async function readOverview(source: Source, _question: null): Promise<Overview> {
  const [row] = await source.$queryRawUnsafe<OverviewRow[]>(OVERVIEW);
  return {
    subscriptions: int(row?.subscriptions ?? 0),
    screens: int(row?.screens ?? 0),
    branches: int(row?.branches ?? 0),
    hasDeliveries: (row?.lastDeliveryAt ?? null) !== null,
    lastDeliveryAt: int(row?.lastDeliveryAt ?? null),
  };
}
