'use client';

import { useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import en from '../../../messages/en/visit-timeline.json';
import nl from '../../../messages/nl/visit-timeline.json';
import { useAtNow, useTimeZone } from '../../live/live-context';
import { WithMessages } from '../../messages/with-messages';
import { useTableName } from '../../ticket/place';
import { VisitPart } from '../../visit-timeline/visit-part';
import { visitsOf } from '../../visit-timeline/visits';
import { useVisits } from './use-visits';
import css from './visits-dialog.module.css';

const MESSAGES = { en, nl };

/** Interval at which open bars grow. */
const GROWS_EVERY_MS = 10_000;

/** Dialog with a table's visit; `name` is the table's, null while it is closed. */
export function VisitsDialog({ name, close }: { name: string | null; close: () => void }) {
  const t = useTranslations('visits');
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const isOpen = name !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const [number = '', subNumber = ''] = name?.split('/') ?? [];
  const tableName = useTableName()({ number, subNumber });
  return (
    <dialog ref={dialog} className={css.dialog} onClose={close} aria-labelledby={title}>
      {isOpen && (
        <>
          <h2 id={title} className={css.title}>
            {tableName}
          </h2>
          <Courses number={number} subNumber={subNumber} label={tableName} />
          {/* Closed at once, because a second tap would leave the page. */}
          <button type="button" className={css.close} onClick={() => dialog.current?.close()}>
            {t('close')}
          </button>
        </>
      )}
    </dialog>
  );
}

function Courses({ number, subNumber, label }: { number: string; subNumber: string; label: string }) {
  const t = useTranslations('visits');
  const { courses, problem, again } = useVisits(number, subNumber);
  const now = useAtNow((at) => Math.floor(at / GROWS_EVERY_MS) * GROWS_EVERY_MS, 0);
  const timeZone = useTimeZone();
  const visits = courses ? visitsOf(courses, now) : [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={css.content} aria-label={label} tabIndex={0}>
      {problem !== null && (
        <p className={css.problem} role="alert">
          <span>
            {t(`problems.${problem}`)}
            {problem === 'unreachable' && courses !== null && ` ${t('old')}`}
          </span>
          {problem === 'unreachable' && (
            <button type="button" onClick={again}>
              {t('again')}
            </button>
          )}
        </p>
      )}
      {courses === null && problem === null && (
        <p className={css.note} role="status">
          {t('loading')}
        </p>
      )}
      {courses !== null && visits.length === 0 && <p className={css.note}>{t('empty')}</p>}
      <WithMessages messages={MESSAGES}>
        {visits.map((visit) => (
          <VisitPart key={visit.id} visit={visit} now={now} timeZone={timeZone} />
        ))}
      </WithMessages>
    </section>
  );
}
