'use client';

import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { BUTTON } from '../manager/page-head';
import type { ControlProps } from './controls';
import { servicesText, type TypedService, typedServices } from './services-text';
import { INPUT } from './setting-form';

/** The services of a day, one per line. */
export function ServicesControl({ text, type, labelId, helpId, problemId, isWrong }: ControlProps) {
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
