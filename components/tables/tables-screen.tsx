'use client';

import { useTranslations } from 'use-intl';
import type { Chosen } from '../screen/chosen';
import { EmptyBoard } from '../screen/empty-board';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import { TABLES_WORDS } from '../words/tables-words';
import { TABLES_CHOICES, type TablesOptions } from './tables-choices';

/** The board of tables. `query` is the page's, `languages` are the device's; both are known to the server too. */
export function TablesScreen({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} choices={TABLES_CHOICES} messages={TABLES_WORDS}>
      {(chosen) => <Tables chosen={chosen} />}
    </Screen>
  );
}

function Tables({ chosen }: { chosen: Chosen<TablesOptions> }) {
  const words = useTranslations('tables');
  return (
    <ScreenFrame title={words('title')} page="tables" chosen={chosen}>
      <Empty />
    </ScreenFrame>
  );
}

function Empty() {
  const words = useTranslations('tables');
  return <EmptyBoard hint={words('emptyHint')}>{words('empty')}</EmptyBoard>;
}
