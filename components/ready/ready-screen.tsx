'use client';

import { useTranslations } from 'use-intl';
import type { Chosen } from '../screen/chosen';
import { EmptyBoard } from '../screen/empty-board';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import { READY_WORDS } from '../words/ready-words';
import { READY_CHOICES, type ReadyOptions } from './ready-choices';

/** The board for waiters: what is ready and waits on the pass. `query` is the page's, `languages` are the device's; both are known to the server too. */
export function ReadyScreen({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} choices={READY_CHOICES} messages={READY_WORDS}>
      {(chosen) => <Ready chosen={chosen} />}
    </Screen>
  );
}

function Ready({ chosen }: { chosen: Chosen<ReadyOptions> }) {
  const words = useTranslations('ready');
  return (
    <ScreenFrame title={words('title')} page="ready" chosen={chosen}>
      <Empty />
    </ScreenFrame>
  );
}

function Empty() {
  const words = useTranslations('ready');
  return <EmptyBoard hint={words('emptyHint')}>{words('empty')}</EmptyBoard>;
}
