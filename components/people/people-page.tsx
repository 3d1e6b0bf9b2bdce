'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Person, PersonLink, PersonList, Rights } from '../../contract/people';
import { CopyLine } from '../clipboard/copy';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { useBranchName } from '../manager/branch-boxes';
import { callApi, type Refusal, type Replied, readApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { QrCode } from '../qr-code';
import { clockText, toMs } from '../time/clock-text';
import { useMoment, useWhen } from '../time/when';
import {
  type ChangeResult,
  Confirm,
  OutcomeLine,
  ProblemLine,
  SaveOrCancel,
  StepButton,
  useChange,
  useProblemTextOf,
} from '../ui/change';
import { Field, INPUT, REQUIRED, submitHandler, useForm } from '../ui/form';
import { Button, MAIN_BUTTON, PageHead, Sheet, Submit } from '../ui/sheet';
import { RightsFields } from './rights-fields';

type InvitePersonProps = { branches: readonly ManagerBranch[]; timeZone: string; now: number };

const USUAL: Rights = { role: 'manager', branches: null };

type Props = {
  initialPeople: PersonList;
  /** The id of the reader. */
  self: string;
  branches: readonly ManagerBranch[];
  timeZone: string;
};

/** Everybody who may sign in, and the way to invite somebody. */
export function PeoplePage({ initialPeople, self, branches, timeZone }: Props) {
  const t = useTranslations('people');
  const { answer, now, silentMs } = useWatch(initialPeople, {
    ask: () => readApi('GET /api/v1/managers', {}),
    timeOf: ({ serverTime }) => Date.parse(serverTime),
  });
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <LinkLine silentMs={silentMs} clock={clockText(Date.parse(answer.serverTime), timeZone, true)} />
      </PageHead>
      <div className="grid grid-cols-1 gap-6">
        <Sheet title={t('list')}>
          <ul>
            {answer.managers.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isSelf={person.id === self}
                branches={branches}
                timeZone={timeZone}
                now={now}
              />
            ))}
          </ul>
        </Sheet>
        <InvitePerson branches={branches} timeZone={timeZone} now={now} />
      </div>
    </>
  );
}

/** Invites somebody with a link that is shown once. */
function InvitePerson({ branches, timeZone, now }: InvitePersonProps) {
  const t = useTranslations('people.invite');
  const moment = useMoment(timeZone);
  const problemOf = useProblemText();
  const problems = useTranslations('people.problem');
  const problemId = useId();
  const [rights, setRights] = useState(USUAL);
  const [link, setLink] = useState<PersonLink | null>(null);
  const { onSubmit, isBusy, problem } = useForm(async ({ text }) => {
    const wanted = rightsOf(rights);
    if (wanted.branches?.length === 0) return problems('no-branch');
    const replied = await callApi('POST /api/v1/managers', { body: { name: text('name'), ...wanted } });
    if (replied.is !== 'done') return problemOf(replied);
    setLink(replied.answer);
    setRights(USUAL);
    return null;
  });
  if (link) return <NewLink link={link} until={moment(Date.parse(link.linkUntil), now)} done={() => setLink(null)} />;
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      <form onSubmit={onSubmit} className="grid max-w-xl grid-cols-1 gap-5">
        <Field label={t('name')} describedBy={problemId}>
          {(control) => (
            <input {...control} {...REQUIRED} name="name" maxLength={60} autoComplete="off" className={INPUT} />
          )}
        </Field>
        <RightsFields rights={rights} branches={branches} choose={setRights} />
        <ProblemLine id={problemId} problem={problem} />
        <Submit isBusy={isBusy}>{t('make')}</Submit>
      </form>
    </Sheet>
  );
}

type RightsFormProps = {
  start: Rights;
  branches: readonly ManagerBranch[];
  isBusy: boolean;
  save: (rights: Rights) => void;
  cancel: () => void;
};

type NewLinkProps = {
  link: PersonLink;
  /** Until when the link is valid, in words. */
  until: string;
  done: () => void;
};

const KNOWN = ['exists', 'name', 'last-owner', 'self', 'unknown', 'owner'] as const;

type PersonProps = {
  person: Person;
  /** Whether it is the reader. */
  isSelf: boolean;
  branches: readonly ManagerBranch[];
  timeZone: string;
  now: number;
};

type Step = 'rights' | 'reset' | 'remove';

type ButtonsProps = {
  hasSessions: boolean;
  isSelf: boolean;
  open: Step | null;
  setOpen: (step: Step | null) => void;
  isBusy: boolean;
  signOut: () => void;
};

/** Somebody who may sign in, and what an owner can do about them. */
function PersonRow({ person, isSelf, branches, timeZone, now }: PersonProps) {
  const t = useTranslations('people.row');
  const moment = useMoment(timeZone);
  const [open, setOpen] = useState<Step | null>(null);
  const [link, setLink] = useState<PersonLink | null>(null);
  const { isBusy, outcome, run } = useChange(useProblemText());
  const { id, sessions } = person;
  const close = () => setOpen(null);
  const changeRights = (rights: Rights) => callApi('POST /api/v1/managers/:id', { query: { id }, body: rights });
  const runAndClose = async <Answer,>(
    request: Promise<Replied<Answer>>,
    done: (answer: Answer) => ChangeResult | null,
  ) => {
    if (await run(request, done)) close();
  };
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <PersonSummary person={person} isSelf={isSelf} branches={branches} timeZone={timeZone} now={now} />
        <PersonButtons
          hasSessions={sessions > 0}
          isSelf={isSelf}
          open={open}
          setOpen={setOpen}
          isBusy={isBusy}
          signOut={() =>
            void run(callApi('POST /api/v1/managers/:id/sign-out', { query: { id } }), () => ({
              text: t('signedOut'),
              undo: null,
            }))
          }
        />
      </div>
      <div className="mt-2 grid gap-3 empty:hidden">
        {link && <NewLink link={link} until={moment(Date.parse(link.linkUntil), now)} done={() => setLink(null)} />}
        {open === 'rights' && (
          <RightsForm
            start={person}
            branches={branches}
            isBusy={isBusy}
            cancel={close}
            save={(to) =>
              void runAndClose(changeRights(to), () => ({
                text: t('changed'),
                undo: () => void run(changeRights(rightsOf(person)), () => ({ text: t('undone'), undo: null })),
              }))
            }
          />
        )}
        {(open === 'reset' || open === 'remove') && (
          <Confirm
            lead={t(`${open}Lead`, { name: person.name })}
            now={t(`${open}Now`)}
            keep={t('keep')}
            isBusy={isBusy}
            cancel={close}
            confirm={() =>
              void (open === 'remove'
                ? runAndClose(callApi('POST /api/v1/managers/:id/remove', { query: { id } }), () => null)
                : runAndClose(callApi('POST /api/v1/managers/:id/reset-password', { query: { id } }), (made) => {
                    setLink(made);
                    return null;
                  }))
            }
          />
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </li>
  );
}

function PersonButtons({ hasSessions, isSelf, open, setOpen, isBusy, signOut }: ButtonsProps) {
  const t = useTranslations('people.row');
  const step = { open, setOpen };
  return (
    <div className="flex flex-wrap gap-2">
      <StepButton step="rights" {...step}>
        {t('change')}
      </StepButton>
      {!isSelf && (
        <StepButton step="reset" {...step}>
          {t('reset')}
        </StepButton>
      )}
      {hasSessions && !isSelf && (
        <Button isBusy={isBusy} className="px-3.5" press={signOut}>
          {t('signOut')}
        </Button>
      )}
      <StepButton step="remove" {...step}>
        {t('remove')}
      </StepButton>
    </div>
  );
}

/** Who somebody is, what they may see, and whether and where they are signed in. */
function PersonSummary({ person, isSelf, branches, timeZone, now }: PersonProps) {
  const t = useTranslations('people.row');
  const form = useTranslations('people.form');
  const when = useWhen(timeZone);
  const moment = useMoment(timeZone);
  const nameOf = useBranchName(branches);
  const { name, role, lastSignInAt, sessions, secondFactor, linkUntil } = person;
  const where = person.branches === null ? form('allBranches') : person.branches.map(nameOf).join(', ');
  const signIns = [
    lastSignInAt === null ? t('never') : t('lastSignIn', { when: when(Date.parse(lastSignInAt), now) }),
    t('sessions', { count: sessions }),
    t(secondFactor ? 'secondFactor' : 'noSecondFactor'),
  ].join(' · ');
  const untilMs = toMs(linkUntil);
  const isEnded = untilMs !== null && untilMs <= now;
  return (
    <div className="min-w-0 flex-1 basis-80">
      <h3 className="wrap-anywhere font-bold text-lg leading-snug">
        {name}
        {isSelf && <span className="font-normal text-text-quiet"> ({t('self')})</span>}
      </h3>
      <p className="text-text-quiet">
        {form(`roles.${role}.name`)} · {where}
      </p>
      <p className={isEnded ? 'font-semibold' : ''}>
        {untilMs === null ? signIns : isEnded ? t('linkEnded') : t('invited', { until: moment(untilMs, now) })}
      </p>
    </div>
  );
}

/** Why a change of somebody's access was refused, in the reader's language. */
function useProblemText(): (refusal: Refusal) => string {
  const t = useTranslations('people.problem');
  return useProblemTextOf((key) => t(key), KNOWN);
}

/** The one-time link of somebody, which is shown this once. */
function NewLink({ link: { name, link }, until, done }: NewLinkProps) {
  const t = useTranslations('people.link');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="grid gap-3 rounded-xl border border-notice-line bg-notice p-5 sm:p-6">
      <h2 ref={title} tabIndex={-1} className="wrap-anywhere font-bold text-lg leading-snug outline-none">
        {t('title', { name })}
      </h2>
      <p className="max-w-prose text-pretty">{t('lead', { until })}</p>
      <div className="w-56 max-w-full overflow-hidden rounded-lg">
        <QrCode text={link} label={t('code')} />
      </div>
      <CopyLine text={link} what="link" />
      <button type="button" className={`${MAIN_BUTTON} justify-self-start`} onClick={done}>
        {t('done')}
      </button>
    </section>
  );
}

/** Changes the role of somebody, and the branches of a manager. */
function RightsForm({ start, branches, isBusy, save, cancel }: RightsFormProps) {
  const t = useTranslations('people.form');
  const [rights, setRights] = useState(rightsOf(start));
  const wanted = rightsOf(rights);
  const onSubmit = submitHandler(() => isBusy || save(wanted));
  return (
    <form onSubmit={onSubmit} className="grid max-w-xl grid-cols-1 gap-4 rounded-lg bg-shade p-4">
      <RightsFields rights={rights} branches={branches} choose={setRights} />
      <SaveOrCancel
        save={t('save')}
        keep={t('cancel')}
        isOff={isBusy || wanted.branches?.length === 0}
        cancel={cancel}
      />
    </form>
  );
}

/** The rights of a person, without what else is known of them. Those of an owner are for all branches. */
function rightsOf({ role, branches }: Rights): Rights {
  return { role, branches: role === 'owner' ? null : branches };
}
