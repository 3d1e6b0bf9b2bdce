import { useTranslations } from 'use-intl';
import { AddScreen, AskDoctor, AwaitDelivery, ConnectPos, Guide, More, SetUpHere } from './guides';
import type { Standing } from './standing';

/** The next step. `hasAddScreen` if the page explains elsewhere how to add a screen, so that it does so only once. */
export function NextStep({
  standing,
  origin,
  hasAddScreen,
}: {
  standing: Standing;
  origin: string;
  hasAddScreen: boolean;
}) {
  const t = useTranslations();
  switch (standing.is) {
    case 'no-subscription':
      return (
        <Guide title={t('connect.title')}>
          <SetUpHere />
          <ConnectPos origin={origin} />
        </Guide>
      );
    case 'nothing-arrived':
      return (
        <Guide title={t('deliver.title')}>
          <SetUpHere />
          <AwaitDelivery origin={origin} />
        </Guide>
      );
    case 'no-screen':
      return hasAddScreen ? null : (
        <Guide title={t('screen.title')}>
          <SetUpHere />
          <AddScreen origin={origin} />
        </Guide>
      );
    case 'unreadable':
      return (
        <Guide title={t('doctor.title')}>
          <AskDoctor />
        </Guide>
      );
    case 'running':
    case 'quiet':
      return (
        <div className="border-line border-t">
          <More title={t('connect.again')}>
            <ConnectPos origin={origin} />
          </More>
          {!hasAddScreen && (
            <More title={t('screen.again')}>
              <AddScreen origin={origin} />
            </More>
          )}
        </div>
      );
  }
}
