import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { KITCHEN_EVENTS } from '../../contract/deliveries';
import { CopyLine } from '../clipboard/copy';
import { COMMANDS } from './commands';
import { isLoopback } from './origin';

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

/** The way to the set-up on pages, before what the command line does. */
export function SetUpHere() {
  const t = useTranslations('setUpHere');
  return (
    <div className="mb-6 flex flex-col-reverse items-start gap-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <a
        href="/manager/setup"
        className="inline-flex min-h-12 items-center rounded-lg bg-accent px-5 font-semibold text-on-accent hover:underline"
      >
        {t('go')}
      </a>
    </div>
  );
}

/** What to paste in the POS's back office, and the command for Heatlamp. */
export function ConnectPos({ origin }: { origin: string }) {
  const t = useTranslations();
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:gap-10">
      <div>
        <h3 className="font-semibold text-lg">{t('connect.inPos')}</h3>
        <dl className="mt-4 grid gap-4">
          <div className="grid gap-2">
            <dt className="font-semibold">{t('connect.baseUrl')}</dt>
            <dd>
              <BaseUrl origin={origin} />
            </dd>
          </div>
          <Field name={t('connect.id')}>{t('connect.idHint')}</Field>
          <Field name={t('connect.secret')}>{t('connect.secretHint')}</Field>
          <Field name={t('connect.events')}>
            <Events />
          </Field>
          <Field name={t('connect.blocking')}>{t('connect.blockingHint')}</Field>
        </dl>
      </div>
      <div>
        <h3 className="font-semibold text-lg">{t('connect.inHeatlamp')}</h3>
        <div className="mt-4">
          <CopyLine text={COMMANDS.subscription} what="command" />
        </div>
        <p className="mt-3 text-text-quiet">{t('connect.inHeatlampHint')}</p>
      </div>
    </div>
  );
}

/** What to check while no delivery arrives. */
export function AwaitDelivery({ origin }: { origin: string }) {
  const t = useTranslations();
  return (
    <>
      <p className="text-pretty">{t('deliver.lead')}</p>
      <ul className="mt-5 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <li>
          <p className="mb-2 text-text-quiet">{t('deliver.url')}</p>
          <BaseUrl origin={origin} />
        </li>
        <li>
          <p className="mb-2 text-text-quiet">{t('deliver.doctor')}</p>
          <CopyLine text={COMMANDS.doctor} what="command" />
        </li>
        <li className="lg:col-span-2">
          <p className="mb-2 text-text-quiet">{t('deliver.events')}</p>
          <Events />
        </li>
      </ul>
    </>
  );
}

/** How to add a screen. */
export function AddScreen({ origin }: { origin: string }) {
  const t = useTranslations();
  return (
    <>
      <p className="text-pretty">{t('screen.lead', { page: `${origin}/pair` })}</p>
      <p className="mt-4 text-text-quiet">{t('screen.link')}</p>
      <div className="mt-2">
        <CopyLine text={COMMANDS.screen} what="command" />
      </div>
      <p className="mt-3 text-text-quiet">{t('screen.hint')}</p>
    </>
  );
}

/** How to diagnose the database. */
export function AskDoctor() {
  const t = useTranslations();
  return (
    <>
      <p className="mb-4">{t('doctor.lead')}</p>
      <CopyLine text={COMMANDS.doctor} what="command" />
    </>
  );
}

const CHECKS = ['power', 'network', 'stopped'] as const;

/** What to check while the server does not answer. */
export function FindServer() {
  const t = useTranslations();
  return (
    <>
      <ul className="mb-4 grid list-disc gap-1.5 pl-5">
        {CHECKS.map((check) => (
          <li key={check}>{t(`findServer.${check}`)}</li>
        ))}
      </ul>
      <CopyLine text={COMMANDS.start} what="command" />
    </>
  );
}

/** The same guides for a running restaurant, collapsed. */
export function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-line border-b">
      <summary className="flex list-none items-center gap-3 rounded-sm py-4 font-semibold [&::-webkit-details-marker]:hidden">
        <svg viewBox="0 0 12 12" className="h-3 w-3 transition-transform group-open:rotate-90" aria-hidden="true">
          <path d="m3 1 6 5-6 5z" fill="currentColor" />
        </svg>
        {title}
      </summary>
      <div className="pt-2 pb-8">{children}</div>
    </details>
  );
}

function BaseUrl({ origin }: { origin: string }) {
  const t = useTranslations();
  return (
    <>
      <CopyLine text={origin} what="baseUrl" />
      {isLoopback(origin) && <p className="mt-2 text-sm text-text-quiet">{t('connect.loopback')}</p>}
    </>
  );
}

function Events() {
  return (
    <ul className="flex flex-wrap gap-2">
      {KITCHEN_EVENTS.map((event) => (
        <li key={event} className="rounded-md border border-line bg-ground px-2.5 py-1 font-mono text-sm">
          {event}
        </li>
      ))}
    </ul>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 gap-y-1.5 sm:grid-cols-[9rem_1fr] lg:grid-cols-[8rem_1fr]">
      <dt className="font-semibold sm:pt-px">{name}</dt>
      <dd className="min-w-0 text-text-quiet">{children}</dd>
    </div>
  );
}
