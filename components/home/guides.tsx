import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { CopyLine } from '../clipboard/copy';
import { COMMANDS } from './commands';

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

/** The next step: on pages, or with a command. */
export function NextSteps({ command }: { command: string }) {
  const t = useTranslations('setUpHere');
  return (
    <>
      <div className="mb-4 flex flex-col-reverse items-start gap-4">
        <p className="max-w-prose text-pretty">{t('lead')}</p>
        <a
          href="/manager/setup"
          className="inline-flex min-h-12 items-center rounded-lg bg-accent px-5 font-semibold text-on-accent hover:underline"
        >
          {t('go')}
        </a>
      </div>
      <CopyLine text={command} what="command" />
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
