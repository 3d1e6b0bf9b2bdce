'use client';

import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ORDER_KINDS } from '../../contract/constants';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';
import { listenTo } from '../browser';
import { type ChoiceValue, type Chosen, PALETTES, type ScreenOptions, THEMES } from './screen-options';

type Props = { title: string; isOpen: boolean; close: () => void; children: ReactNode };

/** Dialog with a screen's options. Its fields are mounted only while it is open. */
export function Menu({ title, isOpen, close, children }: Props) {
  const t = useTranslations('menu');
  const dialog = useDialog(isOpen);
  return (
    <dialog
      ref={dialog}
      className="max-h-[92dvh] w-[min(46rem,94vw)] p-[1.75rem] text-[1.05rem] leading-[1.4]"
      onClose={close}
      aria-label={title}
    >
      {isOpen && (
        <>
          <h2 className="mb-[1.2rem] font-bold text-[1.4rem]">{title}</h2>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] items-start gap-x-[1.5rem] gap-y-[0.9rem]">
            {children}
          </div>
          <button
            type="button"
            className="mt-[1.5rem] min-w-[8rem] rounded-[0.5rem] font-[650] inverse"
            onClick={close}
          >
            {t('close')}
          </button>
        </>
      )}
    </dialog>
  );
}

const UNUSED_MS = 2 * 60_000;

/**
 * Shows a dialog while `isOpen`; its element must have the returned reference. Closes it after two minutes without a touch
 * or a key, so that a forgotten dialog does not cover the board all evening.
 */
export function useDialog(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen) return element?.close();
    element?.showModal();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => element?.close(), UNUSED_MS);
    };
    wait();
    const stop = listenTo(window, ['pointerdown', 'keydown', 'wheel', 'input'], wait);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOpen]);
  return dialog;
}

type Of<Options> = { chosen: Chosen<Options>; name: keyof Options & string; label: string };

/** A field for one of a few values; an empty one stands for the default. */
export function PickField<Options, Value extends string>({
  chosen,
  name,
  label,
  values,
  labelOf,
}: Of<Options> & { values: readonly Value[]; labelOf: (value: Value) => string }) {
  return (
    <Field label={label}>
      <select value={chosen.text(name)} onChange={(event) => chosen.type(name, event.target.value)}>
        {values.map((value) => (
          <option key={value} value={value}>
            {labelOf(value)}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function NumberField<Options>({
  chosen,
  name,
  label,
  step,
  hint,
}: Of<Options> & { step: number; hint?: string }) {
  return (
    <Field label={label}>
      <input
        type="number"
        step={step}
        placeholder={hint}
        defaultValue={chosen.text(name)}
        onChange={(event) => chosen.type(name, event.target.value)}
      />
    </Field>
  );
}

export function TextField<Options>({ chosen, name, label, hint }: Of<Options> & { hint: string }) {
  return (
    <Field label={label}>
      <input
        type="text"
        defaultValue={chosen.text(name)}
        placeholder={hint}
        onChange={(event) => chosen.type(name, event.target.value)}
      />
    </Field>
  );
}

/** Which orders a board shows: those of tables, of the counter, or all. */
export function KindField<Options extends { kind: ChoiceValue }>({ chosen }: { chosen: Chosen<Options> }) {
  const t = useTranslations('boardMenu');
  return (
    <PickField
      chosen={chosen}
      name="kind"
      label={t('kind')}
      values={['', ...ORDER_KINDS]}
      labelOf={(kind) => t(`kinds.${kind === '' ? 'all' : kind}`)}
    />
  );
}

/** The tables that a board shows, as numbers and ranges. */
export function TablesField<Options extends { tables: ChoiceValue }>({ chosen }: { chosen: Chosen<Options> }) {
  const t = useTranslations('boardMenu');
  return <TextField chosen={chosen} name="tables" label={t('tables')} hint={t('tablesHint')} />;
}

export function ColumnsField<Options extends { columns: ChoiceValue }>({ chosen }: { chosen: Chosen<Options> }) {
  const t = useTranslations('boardMenu');
  return <NumberField chosen={chosen} name="columns" label={t('columns')} step={1} />;
}

/** From how far the staff reads a board, in metres; `usual` is shown while nothing is chosen. */
export function DistanceField<Options extends { distance: ChoiceValue }>({
  chosen,
  usual,
}: {
  chosen: Chosen<Options>;
  usual?: number;
}) {
  const t = useTranslations('boardMenu');
  const hint = usual === undefined ? {} : { hint: String(usual) };
  return <NumberField chosen={chosen} name="distance" label={t('distance')} step={0.05} {...hint} />;
}

/** A control of a menu, with its label. */
function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label>
      {label}
      {children}
    </label>
  );
}

type LookFieldsProps<Options extends ScreenOptions> = { chosen: Chosen<Options> };

/** Fields for the look: theme and palette. */
export function LookFields<Options extends ScreenOptions>({ chosen }: LookFieldsProps<Options>) {
  const t = useTranslations('look');
  return (
    <>
      <PickField
        chosen={chosen}
        name="theme"
        label={t('theme')}
        values={THEMES}
        labelOf={(theme) => t(`themes.${theme}`)}
      />
      <PickField
        chosen={chosen}
        name="palette"
        label={t('palette')}
        values={PALETTES}
        labelOf={(palette) => t(`palettes.${palette}`)}
      />
    </>
  );
}

export function ZoomField<Options extends ScreenOptions>({ chosen }: LookFieldsProps<Options>) {
  const t = useTranslations('look');
  return <NumberField chosen={chosen} name="zoom" label={t('zoom')} step={1} />;
}

export function LanguageField<Options extends ScreenOptions>({ chosen }: LookFieldsProps<Options>) {
  const t = useTranslations('look');
  return (
    <PickField
      chosen={chosen}
      name="lang"
      label={t('lang')}
      values={['', ...LANGUAGES]}
      labelOf={(lang) => (lang === '' ? t('langOfDevice') : LANGUAGE_NAMES[lang])}
    />
  );
}
