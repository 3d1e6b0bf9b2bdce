import type { Party, Table } from '../contract/live';
import type { PartyView, TableView } from './table';
import { toIso } from './to-iso';

/** A table in the form of the contract. */
export function readTable(
  table: { number: string; subNumber: string; view: TableView; version: number },
  branch: number,
): Table {
  const { view } = table;
  return {
    branch,
    number: table.number,
    subNumber: table.subNumber,
    name: view.name,
    guests: view.guests,
    status: view.status,
    since: toIso(view.since),
    courses: view.courses,
    firstCourseAt: toIso(view.firstCourseAt),
    lastFoodAt: toIso(view.lastFoodAt),
    parties: view.parties.map(readParty),
    version: table.version,
  };
}

/** A party in the form of the contract. */
export function readParty(party: PartyView): Party {
  return { ...party, firstCourseAt: toIso(party.firstCourseAt), lastFoodAt: toIso(party.lastFoodAt) };
}
