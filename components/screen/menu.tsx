'use client';

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ORDER_KINDS } from '../../contract/constants';
import { compareNumbers } from '../../lib/collections';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';
import { listenTo } from '../browser';
import { useLive } from '../live/live-context';
import { type ChoiceValue, type Chosen, PALETTES, type ScreenOptions, THEMES } from './screen-options';
import { isAmong, type TableList, toggled } from './table-list';

type Props = {
  title: string;
  isOpen: boolean;
  close: () => void;
  /** At the side, where the board beside it shows what each choice does. */
  isBeside?: boolean;
  children: ReactNode;
};

/** Dialog with a screen's options. Its fields are mounted only while it is open. */
export function Menu({ title, isOpen, close, isBeside = false, children }: Props) {
  const t = useTranslations('menu');
  const dialog = useDialog(isOpen);
  return (
    <dialog
      ref={dialog}
      className={`p-[1.75rem] text-[1.05rem] leading-[1.4] scroll-pb-[6rem] ${isBeside ? 'me-0 h-dvh max-h-none w-[min(24rem,94vw)] backdrop:bg-transparent' : 'max-h-[92dvh] w-[min(46rem,94vw)]'}`}
      onClose={close}
      aria-label={title}
    >
      {isOpen && (
        <>
          <h2 className="mb-[1.2rem] font-bold text-[1.4rem]">{title}</h2>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] items-start gap-x-[1.5rem] gap-y-[0.9rem]">
            {children}
          </div>
          {/* Over the lower padding of the dialog, where it stays while the fields scroll. */}
          <p className="-mx-[1.75rem] -bottom-[1.75rem] -mb-[1.75rem] sticky mt-[1.5rem] border-line border-t px-[1.75rem] py-[1rem] on-sheet">
            <button type="button" className="min-w-[8rem] rounded-[0.5rem] font-[650] inverse" onClick={close}>
              {t('close')}
            </button>
          </p>
        </>
      )}
    </dialog>
  );
}

/** Fields of a menu that belong together. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="col-span-full grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] items-start gap-x-[1.5rem] gap-y-[0.9rem] border-line border-t pt-[0.4rem]">
      <legend className="pe-[0.6rem] font-bold">{name}</legend>
      {children}
    </fieldset>
  );
}

const UNUSED_MS = 2 * 60_000;

/**
 * Shows a dialog while `isOpen`; its element must have the returned reference. A touch beside it closes it, and so do two
 * minutes without a touch or a key, so that a forgotten dialog does not cover the board all evening.
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
    // Text that is selected from a field to the outside does not close it: the press began inside.
    let isBeside = false;
    const press = (event: PointerEvent) => {
      isBeside = isOutside(element, event);
    };
    const click = (event: MouseEvent) => isBeside && isOutside(element, event) && element?.close();
    element?.addEventListener('pointerdown', press);
    element?.addEventListener('click', click);
    return () => {
      clearTimeout(timer);
      stop();
      element?.removeEventListener('pointerdown', press);
      element?.removeEventListener('click', click);
    };
  }, [isOpen]);
  return dialog;
}

/** Whether the event is on the backdrop, whose events the dialog gets. */
function isOutside(dialog: HTMLDialogElement | null, { target, clientX: x, clientY: y }: MouseEvent): boolean {
  if (!dialog || target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
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

type Chip = { key: string; label: string; isOn: boolean; toggle: () => void };

/** A text field with a button for each of its usual values. */
export function ChipsField<Options>({ chips, ...field }: Of<Options> & { hint: string; chips: readonly Chip[] }) {
  // The field has its own text, so it begins again after a button has changed the value.
  const [pressed, setPressed] = useState(0);
  return (
    <div className="grid gap-[0.5rem]">
      <TextField key={pressed} {...field} />
      <div className="flex flex-wrap gap-[0.4rem]">
        {chips.map(({ key, label, isOn, toggle }) => (
          <button
            key={key}
            type="button"
            aria-pressed={isOn}
            className={`min-w-[3rem] rounded-full px-[0.8rem] font-[650] ${isOn ? 'inverse' : 'border border-current'}`}
            onClick={() => {
              toggle();
              setPressed((times) => times + 1);
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
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

/** The tables that a board shows, as numbers and ranges, with those of the last seven days to choose from. */
export function TablesField<Options extends { tables: TableList }>({ chosen }: { chosen: Chosen<Options> }) {
  const t = useTranslations('boardMenu');
  const tables = useLive((view) => view.board?.tables);
  const numbers = new Set(
    [...(tables?.values() ?? [])].map(({ number }) => number).filter((number) => /^\d+$/.test(number)),
  );
  const chips = [...numbers].sort(compareNumbers).map((number) => ({
    key: number,
    label: number,
    isOn: isAmong(chosen.options.tables, number),
    toggle: () => chosen.type('tables', toggled(chosen.options.tables, number).join(',')),
  }));
  return <ChipsField chosen={chosen} name="tables" label={t('tables')} hint={t('tablesHint')} chips={chips} />;
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
