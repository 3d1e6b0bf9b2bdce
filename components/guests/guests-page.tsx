'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GuestSearch, GuestVisit, GuestVisits } from '../../contract/guests';
import { callApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { useMoment } from '../time/when';
import { Confirm, OutcomeLine, ProblemLine, useChange, useProblemTextOf } from '../ui/change';
import { Field, type Fields, INPUT, useForm } from '../ui/form';
import { MAIN_BUTTON, PageHead, Sheet, Submit } from '../ui/sheet';

type Props = { branches: readonly ManagerBranch[]; found: (known: GuestSearch, answer: GuestVisits) => void };

/** Finds visits of a guest, and erases their names. */
export function GuestsPage({ branches }: { branches: readonly ManagerBranch[] }) {
  const t = useTranslations('guests');
  const [found, setFound] = useState<{ known: GuestSearch; answer: GuestVisits; at: number } | null>(null);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className="grid grid-cols-1 gap-6">
        <Sheet title={t('find')} lead={t('findLead')}>
          <FindGuests branches={branches} found={(known, answer) => setFound({ known, answer, at: Date.now() })} />
        </Sheet>
        <p role="status" className="sr-only">
          {found && t('found', { count: found.answer.visits.length })}
        </p>
        {found && (
          <Sheet title={t('found', { count: found.answer.visits.length })}>
            <VisitList key={found.at} {...found} branches={branches} />
          </Sheet>
        )}
      </div>
    </>
  );
}

/** A form for what is known of a guest. */
function FindGuests({ branches, found }: Props) {
  const t = useTranslations('guests');
  const problemId = useId();
  const problemOf = useProblemTextOf((key) => t(key));
  const { onSubmit, isBusy, problem } = useForm(async (fields) => {
    const known = knownOf(fields);
    if ((known.name === null && known.day === null) || known.name?.length === 1) return t('need');
    // The name is in the body, so that it is in no address and no log.
    const replied = await callApi('POST /api/v1/guests/find', { body: known });
    if (replied.is === 'done') found(known, replied.answer);
    return replied.is === 'done' ? null : problemOf(replied);
  });
  return (
    <form onSubmit={onSubmit} className="grid max-w-3xl gap-4 sm:grid-cols-[2fr_1fr_1fr]">
      <Field label={t('name')} describedBy={problemId}>
        {(control) => <input {...control} name="name" maxLength={200} autoComplete="off" className={INPUT} />}
      </Field>
      <Field label={t('day')}>{(control) => <input {...control} name="day" type="date" className={INPUT} />}</Field>
      <Field label={t('table')}>
        {(control) => (
          <input
            {...control}
            name="table"
            inputMode="numeric"
            pattern="-?[0-9]{1,40}"
            autoComplete="off"
            className={INPUT}
          />
        )}
      </Field>
      {branches.length > 1 && (
        <Field label={t('branch')}>
          {(control) => (
            <select {...control} name="branch" className={INPUT}>
              <option value="">{t('all')}</option>
              {branches.map(({ number, name }) => (
                <option key={number} value={number}>
                  {name ?? number}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:col-span-full">
        <ProblemLine id={problemId} problem={problem} />
        <Submit isBusy={isBusy}>{t('go')}</Submit>
      </div>
    </form>
  );
}

function knownOf({ text }: Fields): GuestSearch {
  const branch = text('branch');
  return {
    ...{ name: text('name') || null, day: text('day') || null, table: text('table') || null },
    branch: branch === '' ? null : Number(branch),
  };
}

type VisitRowProps = {
  visit: GuestVisit;
  branches: readonly ManagerBranch[];
  now: number;
  isChosen: boolean;
  toggle: () => void;
};

type VisitListProps = {
  /** What was searched for. */
  known: GuestSearch;
  answer: GuestVisits;
  /** When the answer came, in epoch ms. */
  at: number;
  branches: readonly ManagerBranch[];
};

/** The visits that were found. Their names are erased for the ones that the owner selects, after a confirmation. */
function VisitList({ known, answer, at, branches }: VisitListProps) {
  const t = useTranslations('guests');
  const [visits, setVisits] = useState(answer.visits);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, outcome, run } = useChange(useProblemTextOf((key) => t(key)));
  const toggle = ({ id }: GuestVisit) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
    // What was confirmed was another choice.
    setIsConfirming(false);
  };
  const erase = async () => {
    await run(
      callApi('POST /api/v1/guests/erase', { body: { visits: [...chosen], name: known.name ?? null } }),
      ({ visits: count, left }) => {
        if (left === 0) setVisits(visits.filter(({ id }) => !chosen.has(id)));
        setChosen(new Set());
        return { text: t('done', { count, left }), undo: null };
      },
    );
    setIsConfirming(false);
  };
  return (
    <>
      {visits.length === 0 && outcome === null && <p className="text-text-quiet">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {visits.map((visit) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            branches={branches}
            now={at}
            isChosen={chosen.has(visit.id)}
            toggle={() => toggle(visit)}
          />
        ))}
      </ul>
      {answer.hasMore && <p className="mt-3 text-text-quiet">{t('more')}</p>}
      {visits.length > 0 && (
        <div className="mt-5">
          {isConfirming ? (
            <Confirm
              lead={t('sure', { count: chosen.size })}
              now={t('now')}
              keep={t('keep')}
              isBusy={isBusy}
              confirm={() => void erase()}
              cancel={() => setIsConfirming(false)}
            />
          ) : (
            chosen.size > 0 && (
              <button type="button" className={MAIN_BUTTON} onClick={() => setIsConfirming(true)}>
                {t('erase', { count: chosen.size })}
              </button>
            )
          )}
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </>
  );
}

/** A visit with a box to choose it. One that is not over cannot be chosen. */
function VisitRow({ visit, branches, now, isChosen, toggle }: VisitRowProps) {
  const t = useTranslations('guests');
  const branch = branches.find(({ number }) => number === visit.branch);
  const moment = useMoment(branch?.timeZone ?? 'UTC');
  const { table, guests, courses, isOpen } = visit;
  const name = visit.name ?? t('noName');
  const place = table ? t('tableNumber', { number: table.number }) : t('counter');
  const when = moment(Date.parse(visit.beganAt), now);
  return (
    <li>
      <label className={`flex min-h-14 items-center gap-4 py-2 ${isOpen ? 'text-text-quiet' : ''}`}>
        <input
          type="checkbox"
          className="size-5 flex-none accent-accent"
          checked={isChosen}
          disabled={isOpen}
          onChange={toggle}
        />
        <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[2fr_1fr_1.5fr_1.5fr]">
          <b className="wrap-anywhere font-semibold">{name}</b>
          <span>{place}</span>
          <span>{when}</span>
          <span className="text-text-quiet">
            {[
              branches.length > 1 ? (branch?.name ?? String(visit.branch)) : null,
              guests === null ? null : t('guests', { count: guests }),
              t('courses', { count: courses }),
              isOpen ? t('open') : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </label>
    </li>
  );
}
