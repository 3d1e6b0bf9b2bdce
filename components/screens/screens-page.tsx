'use client';

import { useTranslations } from 'use-intl';
import type { Fleet } from '../../contract/screens';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { readApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { PracticePart } from '../practice/practice-part';
import { clockText } from '../time/clock-text';
import { PageHead, Sheet } from '../ui/sheet';
import { AddScreen } from './add-screen';
import { ScreenRow } from './screen-row';

type Props = {
  first: Fleet;
  branches: readonly ManagerBranch[];
  /** How many further branches there are. */
  unlisted: number;
  code: string | null;
  origin: string;
};

/** Every screen of the manager's branches, and the way to add one. */
export function ScreensPage({ first, branches, unlisted, code, origin }: Props) {
  const t = useTranslations('screens');
  const practice = useTranslations('practiceService');
  const { answer, now, silentMs } = useWatch(first, { ask: () => readApi('GET /api/v1/screens', {}), timeOf });
  // Any branch's time zone serves for all together, since they mostly share one.
  const timeZone = branches[0]?.timeZone ?? 'UTC';
  const screens = answer.screens.filter(({ view }) => view !== 'api');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <LinkLine silentMs={silentMs} clock={clockText(Date.parse(answer.serverTime), timeZone, true)} />
      </PageHead>
      <div className="grid grid-cols-1 gap-6">
        <AddScreen branches={branches} code={code} origin={origin} />
        {branches.length > 0 && screens.length > 0 && (
          <Sheet title={practice('title')} lead={practice('lead')}>
            <PracticePart branches={branches} unlisted={unlisted} />
          </Sheet>
        )}
        <Sheet title={t('listTitle')} {...(screens.length === 0 ? { lead: t('none') } : {})}>
          <ul>
            {screens.map((screen) => (
              <ScreenRow key={screen.id} screen={screen} branches={branches} now={now} timeZone={timeZone} />
            ))}
          </ul>
        </Sheet>
      </div>
    </>
  );
}

function timeOf({ serverTime }: Fleet): number {
  return Date.parse(serverTime);
}
