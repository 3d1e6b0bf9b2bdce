'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../contract/live';
import { compareNumbers } from '../../lib/compare-numbers';
import { useLive } from '../live/live-context';
import type { Chosen } from '../screen/chosen';
import { Menu } from '../screen/menu';
import { toggled } from '../screen/my-tables';
import { isAmong, type TableList, tableList } from '../screen/table-list';
import css from './my-tables.module.css';
import type { ReadyOptions } from './ready-options';

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
    <div className={`col-[1/-1] grid gap-[1.4rem] ${css.fields}`}>
      <fieldset
        className={`grid grid-cols-[repeat(auto-fill,minmax(max(64px,4.5rem),1fr))] gap-[0.5rem] overscroll-contain ${css.tables}`}
      >
        <legend className="mb-[0.5rem]">{t('tap')}</legend>
        {numbers.length === 0 && <p className="col-[1/-1]">{t('none')}</p>}
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            className="min-h-[60px] overflow-hidden text-ellipsis rounded-[0.6rem] border-2 border-line px-[0.25rem] font-bold text-[1.5rem] tabular-nums font-stretch-78% on-ground aria-pressed:border-ready-edge aria-pressed:on-ready"
            aria-pressed={isAmong(mine, number)}
            onClick={() => pick(toggled(mine, number))}
          >
            {number}
          </button>
        ))}
      </fieldset>
      <Written mine={mine} pick={pick} />
    </div>
  );
}

/** The chosen tables as text. Input counts on blur or Enter, because partial input means something else. */
function Written({ mine, pick }: { mine: TableList; pick: (picked: TableList) => void }) {
  const t = useTranslations('myTables');
  const taken = mine.join(', ');
  /** What was typed since these tables were taken; null for nothing. */
  const [typed, setTyped] = useState<{ over: string; text: string; isWrong: boolean } | null>(null);
  if (typed && typed.over !== taken) setTyped(null);
  const { text, isWrong } = typed ?? { text: taken, isWrong: false };
  const problem = useId();
  const take = () => {
    const read = tableList(text);
    setTyped(read ? null : { over: taken, text, isWrong: true });
    if (read && read.join() !== mine.join()) pick(read);
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-[0.75rem] gap-y-[0.4rem]"
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <label>
        {t('range')}
        <input
          className="w-full min-w-0"
          type="text"
          value={text}
          placeholder={t('rangeHint')}
          aria-invalid={isWrong}
          aria-describedby={problem}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => setTyped({ over: taken, text: target.value, isWrong })}
          onBlur={take}
        />
      </label>
      <button
        type="button"
        className="min-w-[6rem] rounded-[0.5rem] border border-(--quiet) aria-disabled:border-line aria-disabled:text-quiet"
        // Not `disabled`: the button that has just cleared them keeps the focus.
        aria-disabled={mine.length === 0}
        onClick={() => mine.length > 0 && pick([])}
      >
        {t('clear')}
      </button>
      <p id={problem} className="col-[1/-1] min-h-[1.4em]" role="status">
        {isWrong && t('notUnderstood')}
      </p>
    </form>
  );
}

/** Table numbers of the branch; the parts of a shared table count as one. */
function numbersOf(tables: ReadonlyMap<string, Table>): string[] {
  const numbers = new Set([...tables.values()].map(({ number }) => number).filter((number) => /^\d+$/.test(number)));
  return [...numbers].sort(compareNumbers);
}
