'use client';

import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocale, useTranslations } from 'use-intl';
import { SETTINGS, type SettingKey, type SettingValue } from '../../contract/settings';
import { LOCALES } from '../../lib/language';
import { BUTTON } from '../ui/sheet';
import { INPUT, SettingForm, useDraft } from './setting-form';
import { readTyped, servicesText, type TypedService, typedServices, unitOf } from './typed';
import { useValueText, WORDS, type WordKind } from './use-names';

type ControlProps = {
  /** Ids of the label and the help text. */
  labelId: string;
  helpId: string;
  problemId: string;
  isWrong: boolean;
  text: string;
  type: (typed: string) => void;
};

type Props = {
  name: SettingKey;
  value: SettingValue;
  labelId: string;
  helpId: string;
  save: (value: SettingValue) => Promise<boolean>;
};

/** Controls by kind of setting. */
export function SettingControl({ name, value, labelId, helpId, save }: Props) {
  const t = useTranslations('settings.wrong');
  const valueText = useValueText();
  const locale = LOCALES[useLocale()];
  const problemId = useId();
  const draft = useDraft(typeof value === 'number' ? value.toLocaleString(locale, { useGrouping: false }) : value);
  const { kind } = SETTINGS[name];
  const check = (typed: string) => {
    const read = readTyped(name, typed);
    if (read.ok) return null;
    return read.wrong.is === 'number' ? t('number', inWords(read.wrong, locale)) : t(read.wrong.is);
  };
  const saveTyped = async (typed: string) => {
    const read = readTyped(name, typed);
    return read.ok && (read.value === value || save(read.value));
  };
  return (
    <SettingForm
      draft={draft}
      check={check}
      save={saveTyped}
      stored={valueText(name, value)}
      problemId={problemId}
      isHigh={kind === 'services'}
    >
      {(isWrong) => {
        const props = { labelId, helpId, problemId, isWrong, text: draft.text, type: draft.type };
        if (kind === 'number') return <NumberControl {...props} name={name} />;
        if (kind === 'off or minutes' || kind === 'off or days') return <NeverControl {...props} name={name} />;
        if (kind === 'one of') return <ChoiceControl {...props} name={name} />;
        if (kind === 'services') return <ServicesControl {...props} />;
        return <WordControl {...props} name={name} kind={kind} />;
      }}
    </SettingForm>
  );
}

function inWords({ least, most }: { least: number; most: number }, locale: string) {
  return { least: least.toLocaleString(locale), most: most.toLocaleString(locale) };
}

function NumberControl({ name, text, type, ...field }: ControlProps & { name: SettingKey }) {
  const t = useTranslations('settings.units');
  const unit = unitOf(name);
  return (
    <span className="flex items-center gap-2">
      <input
        {...describedBy(field)}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
        className={`${INPUT} w-20 text-right`}
      />
      {unit && <span className="text-text-quiet">{t(unit)}</span>}
    </span>
  );
}

const NEVER = 'off';

function NeverControl({ text, type, name, ...field }: ControlProps & { name: SettingKey }) {
  const t = useTranslations('settings');
  return (
    <span className="flex flex-wrap items-center gap-2">
      <select
        {...describedBy(field)}
        value={text === NEVER ? NEVER : ''}
        onChange={(event) => type(event.target.value)}
        className={INPUT}
      >
        <option value={NEVER}>{t('never')}</option>
        <option value="">{t('after')}</option>
      </select>
      {text !== NEVER && <NumberControl {...field} text={text} type={type} name={name} />}
    </span>
  );
}

function ChoiceControl({ name, text, type, ...field }: ControlProps & { name: SettingKey }) {
  const valueText = useValueText();
  const definition = SETTINGS[name];
  const options = definition.kind === 'one of' ? definition.options : [];
  return (
    <select
      {...describedBy(field)}
      value={text}
      onChange={(event) => type(event.target.value)}
      className={`${INPUT} max-w-full`}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {valueText(name, option)}
        </option>
      ))}
    </select>
  );
}

function WordControl({ text, type, name, kind, ...field }: ControlProps & { name: SettingKey; kind: WordKind }) {
  const t = useTranslations('settings.own');
  const valueText = useValueText();
  const words: readonly string[] = WORDS[kind];
  const isWord = words.includes(text);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <select
        {...describedBy(field)}
        value={isWord ? text : ''}
        onChange={(event) => type(event.target.value)}
        className={`${INPUT} max-w-full`}
      >
        {words.map((word) => (
          <option key={word} value={word}>
            {valueText(name, word)}
          </option>
        ))}
        <option value="">{t(kind)}</option>
      </select>
      {!isWord && <TextControl {...field} text={text} type={type} />}
    </span>
  );
}

function TextControl({ text, type, ...field }: ControlProps) {
  return (
    <input
      {...describedBy(field)}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.target.value)}
      className={`${INPUT} w-full max-w-44`}
    />
  );
}

function describedBy({
  labelId,
  helpId,
  problemId,
  isWrong,
}: Pick<ControlProps, 'labelId' | 'helpId' | 'problemId' | 'isWrong'>) {
  return { 'aria-labelledby': labelId, 'aria-describedby': `${helpId} ${problemId}`, 'aria-invalid': isWrong };
}

/** The services of a day, one per line. */
function ServicesControl({ text, type, labelId, helpId, problemId, isWrong }: ControlProps) {
  const t = useTranslations('settings.service');
  const services = typedServices(text);
  const lines = useRef<HTMLFieldSetElement>(null);
  const change = (index: number, changed: Partial<TypedService>) =>
    type(servicesText(services.map((service, at) => (at === index ? { ...service, ...changed } : service))));
  /** A line that was added is next to be filled in; of one that was removed, the pressed button is gone. */
  const changeLines = (changed: readonly TypedService[]) => {
    flushSync(() => type(servicesText(changed)));
    lines.current?.querySelector<HTMLElement>(':scope > div:last-of-type input')?.focus();
  };
  return (
    <fieldset
      ref={lines}
      aria-labelledby={labelId}
      aria-describedby={`${helpId} ${problemId}`}
      className="grid min-w-0 grid-cols-1 gap-2"
    >
      {services.map((service, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an unfinished line is identified by its position only
        <div key={index} className="flex items-center gap-2">
          <input
            aria-label={t('name')}
            aria-invalid={isWrong}
            autoComplete="off"
            value={service.name}
            onChange={(event) => change(index, { name: event.target.value })}
            className={`${INPUT} w-36 min-w-14`}
          />
          <input
            type="time"
            aria-label={t('start')}
            aria-invalid={isWrong}
            value={service.start}
            onChange={(event) => change(index, { start: event.target.value })}
            className={INPUT}
          />
          <button
            type="button"
            className={BUTTON}
            aria-label={t('remove', { name: service.name })}
            disabled={services.length === 1}
            onClick={() => changeLines(services.filter((_, at) => at !== index))}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
      <button
        type="button"
        className={`${BUTTON} w-fit`}
        onClick={() => changeLines([...services, { name: '', start: '' }])}
      >
        {t('add')}
      </button>
    </fieldset>
  );
}
