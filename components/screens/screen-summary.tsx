import { useTranslations } from 'use-intl';
import type { FleetScreen } from '../../contract/screens';
import { useBranchName } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import { durationText } from '../ticket/timer-text';
import { useWhen } from '../time/use-when';

const DOT = {
  live: 'border-accent bg-accent',
  silent: 'border-late bg-late',
  offline: 'border-text-quiet',
} as const;
/** Older data on a connected screen is worth a word. */
const OLD_MS = 6_000;

type Props = {
  screen: FleetScreen;
  branches: readonly ManagerBranch[];
  /** Server time, epoch ms. */
  now: number;
  timeZone: string;
};

/** The name of a screen, what it shows, and whether it shows it now. */
export function ScreenSummary({ screen, branches, now, timeZone }: Props) {
  const t = useTranslations('screens.row');
  const views = useTranslations('views');
  const nameOf = useBranchName(branches);
  const when = useWhen(timeZone);
  const { state, name, view, lastSeenAt, paintedAt, dataAgeMs } = screen;
  const ago = (instant: string | null) => (instant === null ? null : when(Date.parse(instant), now));
  const status =
    state === 'offline'
      ? lastSeenAt === null
        ? t('never')
        : t('offline', { when: ago(lastSeenAt) ?? '' })
      : state === 'silent'
        ? paintedAt === null
          ? t('silent')
          : t('silentSince', { when: ago(paintedAt) ?? '' })
        : dataAgeMs !== null && dataAgeMs > OLD_MS
          ? t('liveOld', { age: durationText(dataAgeMs) })
          : t('live');
  return (
    <div className="flex min-w-0 flex-1 basis-80 items-start gap-3">
      <span aria-hidden="true" className={`mt-2 h-2.5 w-2.5 shrink-0 rounded-full border-2 ${DOT[state]}`} />
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-bold text-lg leading-snug">{name}</h3>
        <p className="text-text-quiet">
          {views(view)} · {screen.branches.map(nameOf).join(', ')}
        </p>
        <p className={state === 'silent' ? 'font-semibold' : ''}>{status}</p>
      </div>
    </div>
  );
}
