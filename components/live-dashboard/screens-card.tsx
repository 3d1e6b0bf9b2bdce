'use client';

import { useTranslations } from 'use-intl';
import { SCREEN_VIEWS } from '../../contract/live';
import type { LiveBranch, LiveScreen } from '../../contract/live-branches';
import { useWhen } from '../time/use-when';

/** Screens that show the branch now, and when the others last did. `now` is server time, epoch ms. */
export function ScreensCard({ live, now }: { live: LiveBranch; now: number }) {
  const t = useTranslations('liveDashboard.screens');
  const { screens } = live;
  // An API client that polls now and then is not a screen that should be on.
  const walls = screens.filter(({ view }) => view !== 'api');
  return (
    <section className="rounded-xl border border-line bg-sheet px-5 py-4" aria-label={t('label')}>
      <h2 className="font-semibold text-sm text-text-quiet">
        {t('label')}
        {walls.length > 0 &&
          ` · ${t('live', { live: walls.filter(({ isConnected }) => isConnected).length, count: walls.length })}`}
      </h2>
      {screens.length === 0 ? (
        <p className="mt-1 text-text-quiet">{t('none')}</p>
      ) : (
        <ul className="mt-2 grid grid-cols-1 gap-x-8 md:grid-cols-2 xl:grid-cols-3">
          {screens.map((screen) => (
            <Screen key={screen.id} screen={screen} now={now} timeZone={live.branch.timeZone} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Screen({ screen, now, timeZone }: { screen: LiveScreen; now: number; timeZone: string }) {
  const t = useTranslations('liveDashboard.screens');
  const when = useWhen(timeZone);
  const views = useTranslations('views');
  const view = SCREEN_VIEWS.find((known) => known === screen.view);
  const { isConnected, lastSeenAt } = screen;
  return (
    <li className="flex items-baseline gap-3 border-line border-t py-2">
      <span
        aria-hidden="true"
        className={`h-2.5 w-2.5 shrink-0 rounded-full border-2 ${isConnected ? 'border-accent bg-accent' : 'border-text-quiet'}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block break-words font-semibold">{screen.name}</span>
        {view && <span className="block text-sm text-text-quiet">{views(view)}</span>}
      </span>
      <span className="text-right text-text-quiet">
        {isConnected
          ? t('connected')
          : lastSeenAt === null
            ? t('never')
            : t('gone', { when: when(Date.parse(lastSeenAt), now) })}
      </span>
    </li>
  );
}
