'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GuestVisits } from '../../contract/guests';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageHead, Sheet } from '../manager/page-head';
import { FindGuests } from './find-guests';
import type { Known } from './guests-over-http';
import { VisitList } from './visit-list';

/** Finds visits of a guest, and erases their names. */
export function GuestsPage({ branches }: { branches: readonly ManagerBranch[] }) {
  const t = useTranslations('guests');
  const [found, setFound] = useState<{ known: Known; answer: GuestVisits; at: number } | null>(null);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className="grid grid-cols-1 gap-6">
        <Sheet title={t('find')} lead={t('findLead')}>
          <FindGuests branches={branches} found={(known, answer) => setFound({ known, answer, at: Date.now() })} />
        </Sheet>
        <p role="status" className="sr-only">
          {found && t('found', { count: found.answer.visits.length })}
        </p>
        {found && (
          <Sheet title={t('found', { count: found.answer.visits.length })}>
            <VisitList key={found.at} {...found} branches={branches} />
          </Sheet>
        )}
      </div>
    </>
  );
}
