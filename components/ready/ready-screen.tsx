'use client';

import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../contract/live';
import { compareNumbers } from '../../lib/collections';
import { useAwake, useLive } from '../live/live-context';
import { ScreenFrame } from '../screen/frame';
import { Menu, PickField } from '../screen/menu';
import { Screen, type ScreenProps } from '../screen/screen';
import type { Chosen } from '../screen/screen-options';
import { hasTable, isAmong, type TableList, tableList, toggled } from '../screen/table-list';
import type { SoundEvent } from '../sound/tones';
import css from './my-tables.module.css';
import { ReadyBoard, useArranged, WakingUp } from './ready-board';
import { READY_OPTIONS, type ReadyOptions, SHOWN, type Shown, shownOf, tabId } from './ready-options';
import { rowsIn, type Waiter } from './ready-rows';

/** The waiters' page: courses that are ready and wait on the pass. */
export function ReadyScreen(props: ScreenProps) {
  return (
    <Screen {...props} urlOptions={READY_OPTIONS}>
      {(chosen) => <Ready chosen={chosen} />}
    </Screen>
  );
}

const SOUNDS: readonly SoundEvent[] = ['ready', 'mine', 'late', 'lost'];

function Ready({ chosen }: { chosen: Chosen<ReadyOptions> }) {
  const t = useTranslations('ready');
  const { options } = chosen;
  const [isPicking, setPicking] = useState(false);
  const isAwake = useAwake();
  const waiter = useWaiter(options.mine);
  const arranged = useArranged(waiter, options.escalate);
  const shown = shownOf(options);
  const [mine, all] = [rowsIn(arranged.mine).length, rowsIn(arranged.all).length];
  const counts = { mine: waiter.hasTables || mine > 0 ? mine : null, all };
  return (
    <ScreenFrame
      title={t('title')}
      page="ready"
      chosen={chosen}
      sounds={SOUNDS}
      menu={<ReadyMenu chosen={chosen} />}
      controls={
        <div className="flex items-stretch justify-between gap-5">
          <Tabs
            shown={shown}
            counts={counts}
            choose={(show) => chosen.choose({ show })}
            tapped={(tab) => setPicking(tab === 'mine' && !waiter.hasTables)}
          />
          <PickTables tables={options.mine} open={() => setPicking(true)} />
        </div>
      }
    >
      {isAwake ? (
        <ReadyBoard
          options={options}
          waiter={waiter}
          arranged={arranged[shown]}
          shown={shown}
          atAll={all}
          pickTables={() => setPicking(true)}
          showAll={() => chosen.choose({ show: 'all' })}
        />
      ) : (
        <WakingUp />
      )}
      <MyTablesDialog chosen={chosen} isOpen={isPicking} close={() => setPicking(false)} />
    </ScreenFrame>
  );
}

/** Button for choosing tables; without any it invites the waiter to do so. */
function PickTables({ tables, open }: { tables: readonly string[]; open: () => void }) {
  const t = useTranslations('myTables');
  const label = tables.length === 0 ? undefined : t('picked', { tables: tables.join(', ') });
  return (
    <button
      type="button"
      className="grid min-h-[max(48px,2.7em)] min-w-0 place-content-center max-handheld:min-h-[48px] max-handheld:px-5 rounded-[0.6em] border border-current/45 px-9 text-start tabular-nums leading-[1.15] *:max-w-[14em] *:truncate"
      aria-label={label}
      onClick={open}
    >
      {tables.length === 0 ? (
        t('pick')
      ) : (
        <>
          <small className="text-[0.75em]">{t('title')}</small>
          <span className="font-[650]">{tables.join(', ')}</span>
        </>
      )}
    </button>
  );
}

/** The waiter who carries this screen, by the tables in its address. */
function useWaiter(tables: TableList): Waiter {
  const screen = useLive((view) => view.screen?.id ?? null);
  const named = tables.join();
  return useMemo(() => {
    const mine = named === '' ? [] : named.split(',');
    return { hasTables: mine.length > 0, isMyTable: hasTable(mine), screen };
  }, [named, screen]);
}

const ESCALATES = ['off', '1', '2', '3', '5', '10'];
const CHECKS = ['off', '3', '5', '8', '10', '15'];

/** Options of this page beyond those of every screen. */
function ReadyMenu({ chosen }: { chosen: Chosen<ReadyOptions> }) {
  return <MinutesField chosen={chosen} name="escalate" values={ESCALATES} />;
}

type MinutesFieldProps = { chosen: Chosen<ReadyOptions>; name: 'escalate' | 'checkback'; values: string[] };

function MinutesField({ chosen, name, values }: MinutesFieldProps) {
  const t = useTranslations('readyMenu');
  return (
    <PickField
      chosen={chosen}
      name={name}
      label={t(name)}
      values={withChosen(values, chosen.text(name))}
      labelOf={(minutes) => (minutes === 'off' ? t('off') : t('minutes', { minutes }))}
    />
  );
}

/** Adds the current value if the address holds one that is not offered. */
function withChosen(values: string[], chosen: string): string[] {
  const minutes = (value: string) => (value === 'off' ? 0 : Number(value));
  return [...new Set([...values, chosen])].sort((a, b) => minutes(a) - minutes(b));
}

type Props = { chosen: Chosen<ReadyOptions>; isOpen: boolean; close: () => void };

/** Dialog in which a waiter chooses their tables, by tapping or as numbers and ranges, and whether to check back on them. */
function MyTablesDialog({ chosen, isOpen, close }: Props) {
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
      <MinutesField chosen={chosen} name="checkback" values={CHECKS} />
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

type TabsProps = {
  shown: Shown;
  /** Numbers of rows; null where there is nothing to count yet. */
  counts: Record<Shown, number | null>;
  choose: (shown: Shown) => void;
  /** A tap on a tab, also on the one that is shown. */
  tapped: (shown: Shown) => void;
};

const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs for mine and all, each with its number of rows. */
function Tabs({ shown, counts, choose, tapped }: TabsProps) {
  const t = useTranslations('readyTabs');
  const tabs = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = SHOWN.at((SHOWN.indexOf(shown) + step) % SHOWN.length) ?? shown;
    choose(next);
    tabs.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };
  return (
    <div ref={tabs} role="tablist" aria-label={t('title')} className="flex flex-none gap-2.5" onKeyDown={press}>
      {SHOWN.map((each) => {
        const count = counts[each];
        return (
          <button
            key={each}
            type="button"
            role="tab"
            className="min-h-[max(48px,2.7em)] min-w-50 whitespace-nowrap rounded-[0.6em] px-9 font-[650] text-[1.1em] max-handheld:min-h-[48px] max-handheld:min-w-0 max-handheld:px-6 aria-selected:inverse"
            id={tabId(each)}
            aria-selected={each === shown}
            aria-label={count === null ? t(each) : `${t(each)}, ${t('count', { count })}`}
            tabIndex={each === shown ? 0 : -1}
            onClick={() => {
              choose(each);
              tapped(each);
            }}
          >
            {t(each)}{' '}
            {count !== null && (
              <b className="ms-3 inline-block min-w-[1.7em] rounded-[1em] border-[0.12em] border-current px-4 text-center font-bold text-[0.85em] tabular-nums max-handheld:ms-1.5 max-handheld:px-2.5">
                {count}
              </b>
            )}
          </button>
        );
      })}
    </div>
  );
}
