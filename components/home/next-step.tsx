import { AddScreen, AskDoctor, AwaitDelivery, ConnectPos, Guide, More } from './guides';
import { useSay } from './say';
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
  const say = useSay();
  switch (standing.is) {
    case 'no-subscription':
      return (
        <Guide title={say('connect.title')}>
          <ConnectPos origin={origin} />
        </Guide>
      );
    case 'nothing-arrived':
      return (
        <Guide title={say('deliver.title')}>
          <AwaitDelivery origin={origin} />
        </Guide>
      );
    case 'no-screen':
      return hasAddScreen ? null : (
        <Guide title={say('screen.title')}>
          <AddScreen />
        </Guide>
      );
    case 'unreadable':
      return (
        <Guide title={say('doctor.title')}>
          <AskDoctor />
        </Guide>
      );
    case 'running':
    case 'quiet':
      return (
        <div className="border-line border-t">
          <More title={say('connect.again')}>
            <ConnectPos origin={origin} />
          </More>
          {!hasAddScreen && (
            <More title={say('screen.again')}>
              <AddScreen />
            </More>
          )}
        </div>
      );
  }
}
