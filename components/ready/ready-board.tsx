'use client';

import { useMemo, useRef } from 'react';
import type { Ticket } from '../../contract/live';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { presumedOf } from '../presumed/presumed';
import { PresumedLine } from '../presumed/presumed-line';
import { useKeptFocus } from '../screen/use-kept-focus';
import { BoardSounds } from '../sound/board-sounds';
import type { Arranged, Waiter } from './arrange';
import { checkBacks } from './check-back';
import { CheckBackList } from './check-back-list';
import { comingUp } from './coming-up';
import { ComingUpList } from './coming-up-list';
import { Empty, Unpicked } from './empty';
import { msOf, type ReadyOptions, type Shown } from './ready-options';
import { Rows } from './rows';
import { PANEL, tabId } from './tabs';
import { UntakenLine } from './untaken-line';
import { idsOf, NO_TICKETS } from './use-arranged';
import { useCheckedBack } from './use-checked-back';
import { useNotices } from './use-notices';
import { waiterSoundRules } from './waiter-sounds';

type Props = {
  options: ReadyOptions;
  waiter: Waiter;
  arranged: Arranged;
  shown: Shown;
  /** Number of ready courses in the branch. */
  atAll: number;
  pickTables: () => void;
  showAll: () => void;
};

/** Ready courses, and below them, or beside them if there is room, upcoming courses and check-backs. */
export function ReadyBoard({ options, waiter, arranged, shown, atAll, pickTables, showAll }: Props) {
  const store = useLiveStore();
  const tickets = useLive((view) => view.board?.tickets ?? NO_TICKETS);
  const coming = useMemo(() => comingUp(tickets.values(), waiter), [tickets, waiter]);
  const { pending, check } = useCheckBacks(tickets, waiter, msOf(options.checkback));
  const rules = useMemo(
    () => waiterSoundRules({ waiter, shown, escalateMs: msOf(options.escalate), now: () => store.branchNow() ?? 0 }),
    [waiter, shown, options.escalate, store],
  );
  const presumed = useMemo(
    () => presumedOf(tickets.values(), (ticket) => shown === 'all' || waiter.isMyTable(ticket)),
    [tickets, waiter, shown],
  );
  const notify = useNotices();
  const ground = useRef<HTMLDivElement>(null);
  useKeptFocus(ground, 'button');
  const hasRows = arranged.parts.length > 0;
  const isUnpicked = shown === 'mine' && !waiter.hasTables;
  return (
    <div ref={ground} className="@container min-h-full">
      {/* Beside the list, where there is room, so that changes there move nothing that is tapped. */}
      <div className="grid gap-14 @max-[33em]:gap-7.5 @min-[56em]:grid-cols-[minmax(0,1fr)_22em] @min-[56em]:items-start">
        <div
          role="tabpanel"
          id={PANEL}
          aria-labelledby={tabId(shown)}
          // Without anything to tap, the explanation is in the middle of a handheld's view.
          className={`@container min-w-0 ${!hasRows ? 'grid min-h-[40dvh]' : ''}`}
        >
          {hasRows && <Rows parts={arranged.parts} screen={waiter.screen} />}
          {isUnpicked && <Unpicked pickTables={pickTables} />}
          {!isUnpicked && !hasRows && <Empty shown={shown} atAll={atAll} mine={options.mine} showAll={showAll} />}
          <UntakenLine rows={arranged.untaken} showAll={showAll} />
          <PresumedLine tickets={presumed} />
        </div>
        <div className="grid min-w-0 content-start gap-14">
          <CheckBackList tickets={pending} done={check} />
          <ComingUpList coming={coming} isForMe={waiter.hasTables} />
        </div>
      </div>
      <BoardSounds rules={rules} vibrates notify={notify} />
    </div>
  );
}

function useCheckBacks(tickets: ReadonlyMap<string, Ticket>, waiter: Waiter, afterMs: number | null) {
  const { checked, check } = useCheckedBack();
  const ids = useAtNow((now) => idsOf(checkBacks(tickets.values(), waiter, afterMs, checked, now)), '');
  const pending = useMemo(() => ids.split(' ').flatMap((id) => tickets.get(id) ?? []), [ids, tickets]);
  return { pending, check };
}
