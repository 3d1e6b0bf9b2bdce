'use client';

import type { Ticket } from '../../contract/live';
import type { ManagerBranch } from '../manager/manager-branch';
import { VisitPart } from '../visit-timeline/visit-part';
import type { Visit } from '../visit-timeline/visits';

/** Colours of the manager pages' charts. */
const COLOURS = {
  cooking: 'bg-accent text-on-accent',
  waiting: 'bg-band text-text',
  late: 'border-2 border-text bg-mark text-sheet',
};

type Props = {
  visits: readonly Visit[];
  branch: ManagerBranch;
  currentId: string;
  linkOf: (ticket: Ticket) => string;
};

export function TableVisits({ visits, branch, currentId, linkOf }: Props) {
  return (
    <div>
      {visits.map((visit) => (
        <VisitPart
          key={visit.id}
          visit={visit}
          now={branch.now}
          timeZone={branch.timeZone}
          colours={COLOURS}
          linkOf={linkOf}
          currentId={currentId}
        />
      ))}
    </div>
  );
}
