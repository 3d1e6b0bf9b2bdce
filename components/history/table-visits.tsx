'use client';

import type { CSSProperties } from 'react';
import type { Ticket } from '../../contract/live';
import type { ManagerBranch } from '../manager/manager-branch';
import { VisitPart } from '../visit-timeline/visit-part';
import type { Visit } from '../visit-timeline/visits';

/** Colours of a manager page's charts, in place of a screen's. */
const TONES = {
  '--cooking': 'var(--color-accent)',
  '--cooking-text': 'var(--color-on-accent)',
  '--color-ready-edge': 'var(--color-band)',
  '--color-ready-badge-text': 'var(--color-text)',
  '--color-late': 'var(--color-mark)',
  '--color-late-text': 'var(--color-sheet)',
} as CSSProperties;

type Props = {
  visits: readonly Visit[];
  branch: ManagerBranch;
  currentId: string;
  linkOf: (ticket: Ticket) => string;
};

export function TableVisits({ visits, branch, currentId, linkOf }: Props) {
  return (
    <div style={TONES}>
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
