'use client';

import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';
import type { Chosen } from '../screen/chosen';
import { EmptyBoard } from '../screen/empty-board';
import { ClearFilters } from '../screen/filters';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import { TABLES_WORDS } from '../words/tables-words';
import { arrange, tableName } from './arrange';
import { Controls, OwnFields } from './controls';
import { Evening } from './evening/evening';
import { hungryMs } from './glance';
import css from './tables.module.css';
import { TABLES_CHOICES, type TablesOptions } from './tables-choices';
import { Tile } from './tile';
import { useOpenTable } from './use-open-table';

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
    <ScreenFrame
      title={words('title')}
      page="tables"
      chosen={chosen}
      controls={<Controls chosen={chosen} />}
      menu={<OwnFields chosen={chosen} />}
    >
      <Tiles chosen={chosen} />
    </ScreenFrame>
  );
}

function Tiles({ chosen }: { chosen: Chosen<TablesOptions> }) {
  const { options } = chosen;
  const board = useLive((view) => view.board);
  const hungryAfter = useLive((view) => view.hungryAfter);
  const { name, open, close } = useOpenTable();
  const [tables, tickets] = [board?.tables, board?.tickets];
  const seats = useMemo(
    () => (tables && tickets ? arrange(tables.values(), tickets.values(), options) : []),
    [tables, tickets, options],
  );
  if (!board) return null;
  return (
    <>
      {seats.length === 0 && <Empty hidden={board.tables.size} chosen={chosen} />}
      {seats.length > 0 && (
        <ul className={css.tiles}>
          {seats.map((seat) => (
            <Tile
              key={tableName(seat.table)}
              seat={seat}
              hungryAfterMs={hungryMs(hungryAfter, seat.table.guests)}
              timeZone={board.branch.timeZone}
              open={open}
            />
          ))}
        </ul>
      )}
      <Evening name={name} close={close} />
    </>
  );
}

/** `hidden` tables are there, and are not what this screen is for. */
function Empty({ hidden, chosen }: { hidden: number; chosen: Chosen<TablesOptions> }) {
  const words = useTranslations('tables');
  const { tables, show } = chosen.options;
  const clear = () => chosen.choose({ tables: [], show: 'all' });
  if (hidden > 0)
    return (
      <EmptyBoard
        hint={words('nothingShownHint', { count: hidden })}
        action={<ClearFilters tables={tables} isTakenOnly={show === 'taken'} clear={clear} />}
      >
        {words('nothingShown')}
      </EmptyBoard>
    );
  return <EmptyBoard hint={words('emptyHint')}>{words('empty')}</EmptyBoard>;
}
