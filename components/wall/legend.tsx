'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Menu } from '../screen/menu';
import { actionOf, KEY_TABLE, type KeyAction, type KeyPreset } from './key-table';

/** Lists the keys of a preset with their actions. */
export function KeyList({ preset }: { preset: KeyPreset }) {
  const t = useTranslations('control');
  return (
    <dl className="col-[1/-1] grid grid-cols-[repeat(auto-fill,minmax(19rem,1fr))] gap-x-[2rem] gap-y-[0.55rem]">
      {rowsOf(preset).map(({ does, keys }) => (
        <div key={does} className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-[0.9rem]">
          <dt className="flex flex-wrap justify-end gap-[0.3rem]">
            {shortened(does, keys).map((key) => (
              <kbd
                key={key}
                className="whitespace-nowrap rounded-[0.35rem] border border-(--quiet) px-[0.5rem] py-[0.05rem] font-[650] font-sans"
              >
                {key === ' ' ? t('space') : (NAMES[key] ?? key.toUpperCase())}
              </kbd>
            ))}
          </dt>
          <dd>{t(`does.${does}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Dialog with the keys of this wall. The key that opens it closes it too, and so does Bump: a bump bar has no Escape. */
export function Legend({ preset, isOpen, close }: { preset: KeyPreset; isOpen: boolean; close: () => void }) {
  const t = useTranslations('control');
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent) => {
      const does = actionOf(preset, event.key)?.does;
      if (event.repeat || (does !== 'legend' && does !== 'act')) return;
      event.preventDefault();
      close();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [preset, isOpen, close]);
  return (
    <Menu title={t('legend')} isOpen={isOpen} close={close}>
      <KeyList preset={preset} />
    </Menu>
  );
}

const NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backspace: '⌫ Backspace',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  Enter: 'Enter',
  Home: 'Home',
};

type LegendRow = {
  does: Exclude<KeyAction, 'left' | 'right' | 'up' | 'down'> | 'move';
  keys: readonly string[];
};

/** Rows of the legend; the four arrows share one row. */
function rowsOf(preset: KeyPreset): LegendRow[] {
  return KEY_TABLE[preset].flatMap(({ does, keys }): LegendRow[] => {
    if (does === 'right' || does === 'up' || does === 'down') return [];
    if (does !== 'left') return [{ does, keys }];
    return [{ does: 'move', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] }];
  });
}

/** Shortens ten keys in a row to `1 … 0`. */
function shortened(does: string, keys: readonly string[]): string[] {
  if (does !== 'select' && does !== 'bump') return [...keys];
  const rows = [keys.slice(0, 10), keys.slice(10)].filter((row) => row.length > 0);
  return rows.map((row) => `${row.at(0)} … ${row.at(-1)}`);
}
