import type { ReactNode } from 'react';
import { Copyable } from '../copy/copyable';
import { en } from '../words/en';
import { Command } from './command';
import { COMMANDS, EVENTS } from './commands';
import { isLoopback } from './origin';

/** What to do next, on a sheet of its own. */
export function Guide({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="next" className="rounded-xl border border-line bg-sheet px-6 py-6 md:px-8 md:py-7">
      <h2 id="next" className="font-bold text-2xl tracking-tight">
        {title}
      </h2>
      <div className="mt-5">{children}</div>
    </section>
  );
}

/** What to paste in the POS's back office, and the same for Heatlamp. */
export function ConnectPos({ origin }: { origin: string }) {
  const { connect } = en;
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:gap-10">
      <div>
        <h3 className="font-semibold text-lg">{connect.inPos}</h3>
        <dl className="mt-4 grid gap-4">
          <div className="grid gap-2">
            <dt className="font-semibold">{connect.baseUrl}</dt>
            <dd>
              <BaseUrl origin={origin} />
            </dd>
          </div>
          <Field name={connect.id}>{connect.idHint}</Field>
          <Field name={connect.secret}>{connect.secretHint}</Field>
          <Field name={connect.events}>
            <Events />
          </Field>
          <Field name={connect.blocking}>{connect.blockingHint}</Field>
        </dl>
      </div>
      <div>
        <h3 className="font-semibold text-lg">{connect.inHeatlamp}</h3>
        <div className="mt-4">
          <Command line={COMMANDS.subscription} />
        </div>
        <p className="mt-3 text-text-quiet">{connect.inHeatlampHint}</p>
      </div>
    </div>
  );
}

/** What to look at while nothing arrives. */
export function AwaitDelivery({ origin }: { origin: string }) {
  const { deliver } = en;
  return (
    <>
      <p className="text-pretty">{deliver.lead}</p>
      <ul className="mt-5 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <li>
          <p className="mb-2 text-text-quiet">{deliver.url}</p>
          <BaseUrl origin={origin} />
        </li>
        <li>
          <p className="mb-2 text-text-quiet">{deliver.doctor}</p>
          <Command line={COMMANDS.doctor} />
        </li>
        <li className="lg:col-span-2">
          <p className="mb-2 text-text-quiet">{deliver.events}</p>
          <Events />
        </li>
      </ul>
    </>
  );
}

/** How to make a screen. */
export function AddScreen() {
  return (
    <>
      <p className="text-pretty">{en.screen.lead}</p>
      <div className="mt-4">
        <Command line={COMMANDS.screen} />
      </div>
      <p className="mt-3 text-text-quiet">{en.screen.hint}</p>
    </>
  );
}

/** Who knows what is wrong with the database. */
export function AskDoctor() {
  return (
    <>
      <p className="mb-4">{en.doctor.lead}</p>
      <Command line={COMMANDS.doctor} />
    </>
  );
}

/** Where to look while nobody answers. */
export function FindServer() {
  return (
    <>
      <ul className="mb-4 grid list-disc gap-1.5 pl-5">
        {en.findServer.checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
      <Command line={COMMANDS.start} />
    </>
  );
}

/** The same guides for a restaurant that runs, folded away. */
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
  return (
    <>
      <Copyable text={origin} what={en.copy.what.baseUrl} />
      {isLoopback(origin) && <p className="mt-2 text-sm text-text-quiet">{en.connect.loopback}</p>}
    </>
  );
}

function Events() {
  return (
    <ul className="flex flex-wrap gap-2">
      {EVENTS.map((event) => (
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
