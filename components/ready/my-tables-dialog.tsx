'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../contract/live';
import { useLive } from '../live/live-context';
import type { Chosen } from '../screen/chosen';
import { Menu } from '../screen/menu';
import { toggled } from '../screen/my-tables';
import { isAmong, type TableList, tableList } from '../screen/table-list';
import css from './my-tables.module.css';
import type { ReadyOptions } from './ready-choices';

type Props = { chosen: Chosen<ReadyOptions>; isOpen: boolean; close: () => void };

/** Dialog in which a waiter chooses their tables, by tapping or as numbers and ranges. */
export function MyTablesDialog({ chosen, isOpen, close }: Props) {
  const t = useTranslations('myTables');
  return (
    <Menu title={t('title')} isOpen={isOpen} close={close}>
      <Fields chosen={chosen} />
    </Menu>
  );
}

const NO_TABLES: ReadonlyMap<string, Table> = new Map();

function Fields({ chosen }: { chosen: Chosen<ReadyOptions> }) {
  const t = useTranslations('myTables');
  const tables = useLive((view) => view.board?.tables ?? NO_TABLES);
  const numbers = numbersOf(tables);
  const { mine } = chosen.options;
  // Choosing tables also switches to them, whatever was shown before.
  const pick = (picked: TableList) => chosen.choose({ mine: picked, show: null });
  return (
    <div className={css.fields}>
      <fieldset className={css.tables}>
        <legend>{t('tap')}</legend>
        {numbers.length === 0 && <p>{t('none')}</p>}
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            aria-pressed={isAmong(mine, number)}
            onClick={() => pick(toggled(mine, number))}
          >
            {number}
          </button>
        ))}
      </fieldset>
      <Written key={mine.join()} mine={mine} pick={pick} />
    </div>
  );
}

/** The chosen tables as text. Input counts on blur or Enter, because partial input means something else. */
function Written({ mine, pick }: { mine: TableList; pick: (picked: TableList) => void }) {
  const t = useTranslations('myTables');
  const [text, setText] = useState(mine.join(', '));
  const [isWrong, setWrong] = useState(false);
  const problem = useId();
  const take = () => {
    const read = tableList(text);
    setWrong(read === undefined);
    if (read && read.join() !== mine.join()) pick(read);
  };
  return (
    <form
      className={css.written}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <label>
        {t('range')}
        <input
          type="text"
          value={text}
          placeholder={t('rangeHint')}
          aria-invalid={isWrong}
          aria-describedby={problem}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => setText(target.value)}
          onBlur={take}
        />
      </label>
      <button type="button" disabled={mine.length === 0} onClick={() => pick([])}>
        {t('clear')}
      </button>
      <p id={problem} role="status">
        {isWrong && t('notUnderstood')}
      </p>
    </form>
  );
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** Table numbers of the branch; the parts of a shared table count as one. */
function numbersOf(tables: ReadonlyMap<string, Table>): string[] {
  const numbers = new Set([...tables.values()].map(({ number }) => number).filter((number) => /^\d+$/.test(number)));
  return [...numbers].sort(byNumber.compare);
}
