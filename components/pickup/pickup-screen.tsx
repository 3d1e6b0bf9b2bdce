'use client';

import { useTranslations } from 'use-intl';
import type { Chosen } from '../screen/chosen';
import { EmptyBoard } from '../screen/empty-board';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import { PICKUP_WORDS } from '../words/pickup-words';
import { PICKUP_CHOICES, type PickupOptions } from './pickup-choices';

/** The board for guests at a counter. `query` is the page's, `languages` are the device's; both are known to the server too. */
export function PickupScreen({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} choices={PICKUP_CHOICES} messages={PICKUP_WORDS}>
      {(chosen) => <Pickup chosen={chosen} />}
    </Screen>
  );
}

function Pickup({ chosen }: { chosen: Chosen<PickupOptions> }) {
  const words = useTranslations('pickup');
  return (
    <ScreenFrame title={words('title')} page="pickup" chosen={chosen}>
      <Empty />
    </ScreenFrame>
  );
}

function Empty() {
  const words = useTranslations('pickup');
  return <EmptyBoard hint={words('emptyHint')}>{words('empty')}</EmptyBoard>;
}
