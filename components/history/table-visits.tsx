'use client';

import type { Ticket } from '../../contract/live';
import type { ManagerBranch } from '../manager/manager-branch';
import { VisitPart } from '../visit-timeline/visit-part';
import type { Visit } from '../visit-timeline/visits';

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
          linkOf={linkOf}
          currentId={currentId}
        />
      ))}
    </div>
  );
}
