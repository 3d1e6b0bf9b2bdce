'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readyMessages } from '../../messages/areas/ready';
import { useAwake } from '../live/use-awake';
import type { Chosen } from '../screen/chosen';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import type { SoundEvent } from '../sound/sound-options';
import { rowsIn } from './arrange';
import { WakingUp } from './empty';
import { MyTablesDialog } from './my-tables-dialog';
import { ReadyBoard } from './ready-board';
import { ReadyMenu } from './ready-menu';
import { READY_OPTIONS, type ReadyOptions, shownOf } from './ready-options';
import { Tabs } from './tabs';
import { useArranged } from './use-arranged';
import { useWaiter } from './use-waiter';

const SOUNDS: readonly SoundEvent[] = ['ready', 'mine', 'late', 'lost'];

/**
 * The waiters' page: courses that are ready and wait on the pass. `query` is the page's query and `languages` are the
 * device's; the server renders with the same values.
 */
export function ReadyScreen({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} urlOptions={READY_OPTIONS} messages={readyMessages}>
      {(chosen) => <Ready chosen={chosen} />}
    </Screen>
  );
}

function Ready({ chosen }: { chosen: Chosen<ReadyOptions> }) {
  const t = useTranslations('ready');
  const { options } = chosen;
  const [isPicking, setPicking] = useState(false);
  const isAwake = useAwake();
  const waiter = useWaiter(options.mine);
  const arranged = useArranged(waiter, options.escalate);
  const shown = shownOf(options);
  const [mine, all] = [rowsIn(arranged.mine).length, rowsIn(arranged.all).length];
  const counts = { mine: waiter.hasTables || mine > 0 ? mine : null, all };
  return (
    <ScreenFrame
      title={t('title')}
      page="ready"
      chosen={chosen}
      sounds={SOUNDS}
      menu={<ReadyMenu chosen={chosen} />}
      controls={
        <div className="flex items-stretch justify-between gap-5">
          <Tabs
            shown={shown}
            counts={counts}
            choose={(show) => chosen.choose({ show })}
            tapped={(tab) => setPicking(tab === 'mine' && !waiter.hasTables)}
          />
          <PickTables tables={options.mine} open={() => setPicking(true)} />
        </div>
      }
    >
      {isAwake ? (
        <ReadyBoard
          options={options}
          waiter={waiter}
          arranged={arranged[shown]}
          shown={shown}
          atAll={all}
          pickTables={() => setPicking(true)}
          showAll={() => chosen.choose({ show: 'all' })}
        />
      ) : (
        <WakingUp />
      )}
      <MyTablesDialog chosen={chosen} isOpen={isPicking} close={() => setPicking(false)} />
    </ScreenFrame>
  );
}

/** Button for choosing tables; without any it invites the waiter to do so. */
function PickTables({ tables, open }: { tables: readonly string[]; open: () => void }) {
  const t = useTranslations('myTables');
  const label = tables.length === 0 ? undefined : t('picked', { tables: tables.join(', ') });
  return (
    <button
      type="button"
      className="grid min-h-[max(48px,2.7em)] min-w-0 place-content-center max-handheld:min-h-[48px] max-handheld:px-5 rounded-[0.6em] border border-current/45 px-9 text-start tabular-nums leading-[1.15] *:max-w-[14em] *:truncate"
      aria-label={label}
      onClick={open}
    >
      {tables.length === 0 ? (
        t('pick')
      ) : (
        <>
          <small className="text-[0.75em]">{t('title')}</small>
          <span className="font-[650]">{tables.join(', ')}</span>
        </>
      )}
    </button>
  );
}
