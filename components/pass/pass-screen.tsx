'use client';

import { useTranslations } from 'use-intl';
import type { Chosen } from '../screen/chosen';
import { EmptyBoard } from '../screen/empty-board';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import { PASS_WORDS } from '../words/pass-words';
import { PASS_CHOICES, type PassOptions } from './pass-choices';

/** The pass: every table with its courses. `query` is the page's, `languages` are the device's; both are known to the server too. */
export function PassScreen({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} choices={PASS_CHOICES} messages={PASS_WORDS}>
      {(chosen) => <Pass chosen={chosen} />}
    </Screen>
  );
}

function Pass({ chosen }: { chosen: Chosen<PassOptions> }) {
  const words = useTranslations('pass');
  return (
    <ScreenFrame title={words('title')} page="pass" chosen={chosen}>
      <Empty />
    </ScreenFrame>
  );
}

function Empty() {
  const words = useTranslations('pass');
  return <EmptyBoard hint={words('emptyHint')}>{words('empty')}</EmptyBoard>;
}
