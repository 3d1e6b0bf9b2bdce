'use client';

import { useTranslations } from 'use-intl';
import { Menu } from '../../screen/menu';
import css from './control.module.css';
import { KEY_TABLE, type KeyAction, type KeyPreset } from './key-table';

/** Lists the keys of a preset with their actions. */
export function KeyList({ preset }: { preset: KeyPreset }) {
  const t = useTranslations('control');
  return (
    <dl className={css.keys}>
      {rowsOf(preset).map(({ does, keys }) => (
        <div key={does}>
          <dt>
            {shortened(does, keys).map((key) => (
              <kbd key={key}>{key === ' ' ? t('space') : (NAMES[key] ?? key.toUpperCase())}</kbd>
            ))}
          </dt>
          <dd>{t(`does.${does}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Dialog with the keys of this wall. */
export function Legend({ preset, isOpen, close }: { preset: KeyPreset; isOpen: boolean; close: () => void }) {
  const t = useTranslations('control');
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
