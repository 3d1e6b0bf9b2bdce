'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '../words/language';
import css from './wall.module.css';
import {
  DENSITIES,
  LAYOUTS,
  PALETTES,
  readOptions,
  SORTS,
  THEMES,
  type WallOptions,
  writeOptions,
} from './wall-options';

type Props = {
  options: WallOptions;
  choose: (chosen: Partial<WallOptions>) => void;
  isOpen: boolean;
  close: () => void;
};

/** Every choice of a wall; each holds at once and is written into the address. */
export function WallMenu({ options, choose, isOpen, close }: Props) {
  const words = useTranslations('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  /** Reads a typed value as the address would be read: nonsense changes nothing. */
  const type = (name: keyof WallOptions, text: string) => {
    const query = new URLSearchParams(writeOptions(options));
    if (text.trim() === '') query.delete(name);
    else query.set(name, text.trim());
    const read = readOptions(query);
    if (!read.ignored.includes(name)) choose({ [name]: read.options[name] });
  };
  const pick = <Value extends string>(
    name: keyof WallOptions,
    values: readonly Value[],
    label: (value: Value) => string,
  ) => (
    <select value={String(options[name])} onChange={(event) => type(name, event.target.value)}>
      {values.map((value) => (
        <option key={value} value={value}>
          {label(value)}
        </option>
      ))}
    </select>
  );
  const count = (name: 'diagonal' | 'distance' | 'zoom' | 'columns' | 'autoPage', step: number) => (
    <input
      type="number"
      step={step}
      defaultValue={options[name]}
      onChange={(event) => type(name, event.target.value)}
    />
  );
  const written = (name: 'courses' | 'tables', text: string, hint: string) => (
    <input type="text" defaultValue={text} placeholder={hint} onChange={(event) => type(name, event.target.value)} />
  );

  return (
    <dialog ref={dialog} className={css.menu} onClose={close} aria-label={words('open')}>
      {isOpen && (
        <>
          <h2>{words('open')}</h2>
          <div className={css.fields}>
            <Field label={words('sort')}>{pick('sort', SORTS, (sort) => words(`sorts.${sort}`))}</Field>
            <Field label={words('layout')}>{pick('layout', LAYOUTS, (layout) => words(`layouts.${layout}`))}</Field>
            <Field label={`${words('columns')} (0: ${words('columnsAuto')})`}>{count('columns', 1)}</Field>
            <Field label={words('density')}>
              {pick('density', DENSITIES, (density) => words(`densities.${density}`))}
            </Field>
            <Field label={words('theme')}>{pick('theme', THEMES, (theme) => words(`themes.${theme}`))}</Field>
            <Field label={words('palette')}>
              {pick('palette', PALETTES, (palette) => words(`palettes.${palette}`))}
            </Field>
            <Field label={words('kind')}>
              <select value={options.kind ?? ''} onChange={(event) => choose({ kind: kindOf(event.target.value) })}>
                <option value="">{words('kinds.all')}</option>
                <option value="table">{words('kinds.table')}</option>
                <option value="cafeteria">{words('kinds.cafeteria')}</option>
              </select>
            </Field>
            <Field label={words('courses')}>
              {written('courses', options.courses.join(','), words('coursesHint'))}
            </Field>
            <Field label={words('tables')}>
              {written(
                'tables',
                options.tables ? `${options.tables.from}-${options.tables.to}` : '',
                words('tablesHint'),
              )}
            </Field>
            <Field label={words('diagonal')}>{count('diagonal', 0.5)}</Field>
            <Field label={words('distance')}>{count('distance', 0.1)}</Field>
            <Field label={words('zoom')}>{count('zoom', 1)}</Field>
            <Field label={`${words('autoPage')} (${words('autoPageHint')})`}>{count('autoPage', 5)}</Field>
            <Field label={words('lang')}>
              <select value={options.lang ?? ''} onChange={(event) => type('lang', event.target.value)}>
                <option value="">{words('langs.device')}</option>
                {LANGUAGES.map((lang) => (
                  <option key={lang} value={lang}>
                    {words(`langs.${lang}`)}
                  </option>
                ))}
              </select>
            </Field>
          </div>
          <button type="button" className={css.done} onClick={close}>
            {words('close')}
          </button>
        </>
      )}
    </dialog>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label>
      {label}
      {children}
    </label>
  );
}

function kindOf(text: string): WallOptions['kind'] {
  return text === 'table' || text === 'cafeteria' ? text : null;
}
