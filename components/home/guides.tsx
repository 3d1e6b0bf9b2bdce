'use client';

import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Branch } from '../../contract/overview';
import type { Language } from '../../lib/language';
import { callApi } from '../manager/call-api';
import { addressOf, type Choice, choicesOf } from '../pairing/screen-pages';
import { QrCode } from '../qr-code';
import { branchName } from './greeting';
import type { Standing } from './standing';

type ChoicesProps = { view: string; branches: readonly Branch[]; chosen: Language | null };

const BIG = 'font-bold text-[1.75rem] leading-tight font-stretch-90% tracking-tight group-hover:underline';

const FILLED =
  'inline-flex min-h-12 items-center rounded-lg bg-accent px-5 font-semibold text-on-accent hover:underline';

const CHECKS = ['power', 'network', 'stopped'] as const;

const STEPS = { 'no-subscription': 'connect', 'nothing-arrived': 'deliver', 'no-screen': 'screen' } as const;

/** The next step of the set-up, if there is one. */
export function NextStep({ is, hasOwner }: { is: Standing['is']; hasOwner: boolean }) {
  const t = useTranslations();
  if (!hasOwner)
    return (
      <Guide title={t('noOwner.title')}>
        <SetUpLink />
      </Guide>
    );
  if (is === 'running' || is === 'quiet' || is === 'unreadable') return null;
  return (
    <Guide title={t(`${STEPS[is]}.title`)}>
      <p className="mb-4 max-w-prose text-pretty">{t('setUpHere.lead')}</p>
      <a href="/manager/setup" className={FILLED}>
        {t('setUpHere.go')}
      </a>
    </Guide>
  );
}

/** The link for the first owner as a QR code where the server shows it, else where to find it. */
function SetUpLink() {
  const t = useTranslations('noOwner');
  const [{ link, name }, setShown] = useState<{ link: string | null; name: string | null }>({ link: null, name: null });
  useEffect(() => {
    void callApi('GET /api/auth/set-up/link', {}).then((replied) => replied.is === 'done' && setShown(replied.answer));
  }, []);
  if (link === null) return <p className="max-w-prose text-pretty">{t('lead')}</p>;
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[minmax(10rem,16rem)_minmax(0,1fr)]">
      <div className="overflow-hidden rounded-2xl border border-line">
        <QrCode text={link} label={t('code')} />
      </div>
      <div className="grid gap-4">
        <p className="max-w-prose text-pretty">{t('scan')}</p>
        {name !== null && <p className="max-w-prose text-pretty">{t('type', { name })}</p>}
        <a href={link} className={`${FILLED} justify-self-start`}>
          {t('here')}
        </a>
      </div>
    </div>
  );
}

/** A guide for the next step. */
export function Guide({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-sheet px-6 py-6 md:px-8 md:py-7">
      <h2 id={id} className="font-bold text-2xl tracking-tight">
        {title}
      </h2>
      <div className="mt-5">{children}</div>
    </section>
  );
}

/** With the disk of a box without a backup, everything would be lost. */
export function NoBackup() {
  const t = useTranslations('noBackup');
  return (
    <Guide title={t('title')}>
      <p className="mb-4 max-w-prose text-pretty">{t('lead')}</p>
      <a
        href="/manager/system"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('go')}
      </a>
    </Guide>
  );
}

/** What to check while the server does not answer. */
export function FindServer() {
  const t = useTranslations();
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {CHECKS.map((check) => (
        <li key={check}>{t(`findServer.${check}`)}</li>
      ))}
    </ul>
  );
}

/** For a device that is nothing yet, or no screen any more: it becomes a screen, or somebody signs in on it. */
export function Doors({ chosen }: { chosen: Language | null }) {
  const t = useTranslations('doors');
  const doors = { screen: '/pair', signIn: '/manager' } as const;
  return (
    <nav aria-label={t('title')}>
      <ul className="grid gap-4 md:grid-cols-2 md:gap-5">
        {(['screen', 'signIn'] as const).map((door) => (
          <li key={door} className="flex">
            <a
              href={addressOf(doors[door], new URLSearchParams(), chosen)}
              className="group flex w-full items-center gap-5 rounded-xl border border-line bg-sheet px-6 py-5 hover:border-accent"
            >
              <span className="min-w-0 flex-1">
                <span className={`block ${BIG}`}>{t(`${door}.title`)}</span>{' '}
                <span className="mt-1.5 block text-pretty text-text-quiet">{t(`${door}.lead`)}</span>
              </span>
              <Arrow />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to what a paired screen may show, for each branch, its own view first. */
export function Choices({ view, branches, chosen }: ChoicesProps) {
  const t = useTranslations();
  const choices = choicesOf({ view, branches }, chosen);
  if (choices.length === 0) return null;
  const isOnly = choices.length === 1;
  return (
    <nav aria-label={t('device.choices')}>
      <ul className="grid gap-4 md:grid-cols-2 md:gap-5">
        {choices.map((choice) => (
          <li key={choice.href} className="flex">
            {/* A plain link loads the wall from scratch, like a screen that is switched on. */}
            <a
              href={choice.href}
              className={`group flex w-full items-center gap-5 rounded-xl border px-6 py-5 ${groundOf(choice, isOnly)}`}
            >
              {branches.length > 1 ? <OfBranch {...choice} /> : <OfOne {...choice} isFilled={choice.isOwn && isOnly} />}
              <Arrow />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Arrow() {
  return (
    <svg viewBox="0 0 24 24" className="h-8 w-8 shrink-0" aria-hidden="true">
      <path d="M4 12h15M13 5.5 19.5 12 13 18.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  );
}

/** If a screen has several branches, the branch distinguishes its links. */
function OfBranch({ view, branch }: Choice<Branch>) {
  const t = useTranslations();
  return (
    <span className="min-w-0 flex-1">
      <span className="block font-semibold text-text-quiet">{t(`view.${view}.title`)}</span>{' '}
      <span className={`mt-0.5 block [overflow-wrap:anywhere] first-letter:uppercase ${BIG}`}>
        {branchName(t, branch)}
      </span>
    </span>
  );
}

function OfOne({ view, isFilled }: Choice<Branch> & { isFilled: boolean }) {
  const t = useTranslations();
  return (
    <span className="min-w-0 flex-1">
      <span className={`block ${BIG}`}>{t(`view.${view}.title`)}</span>{' '}
      <span className={`mt-1.5 block text-pretty ${isFilled ? '' : 'text-text-quiet'}`}>{t(`view.${view}.lead`)}</span>
    </span>
  );
}

/** The only link of the screen's own view is highlighted; none of several is. */
function groundOf({ isOwn }: Choice<Branch>, isOnly: boolean): string {
  if (isOwn && isOnly) return 'border-accent bg-accent text-on-accent';
  return isOwn
    ? 'border-accent bg-sheet outline-2 -outline-offset-2 outline-accent focus-visible:outline-3 focus-visible:outline-offset-3'
    : 'border-line bg-sheet hover:border-accent';
}
