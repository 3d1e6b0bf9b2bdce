'use client';

import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import type { Answer } from '../../contract/overview';
import { type Language, LOCALES } from '../../lib/language';
import { Brand } from '../brand';
import { useIsOnline } from '../browser';
import { useTimeZone } from '../browser-values';
import { useWatch as useWatchOf, type Watched } from '../live/watch';
import { clockText } from '../time/clock-text';
import { askOverview } from './answer';
import { greetingOf } from './greeting';
import { Choices, Doors, FindServer, Guide, NextStep, NoBackup } from './guides';
import { headlineOf } from './headline';
import { Lamp, type Light } from './lamp';
import { type Link, linkOf, standingOf } from './standing';
import { StepCards } from './step-cards';

const GROUNDS: Readonly<Record<Link, string>> = {
  live: 'border-line bg-ground text-text',
  slow: 'border-warn bg-warn text-ink',
  lost: 'border-late bg-late text-late-text',
};

type BarProps = {
  link: Link;
  clock: string;
  silentSeconds: number;
  /** Null on a paired screen, where its own views come first, and without an owner. */
  managersAt: string | null;
};

/** `timeZone` is the server's, until the browser says its own. `language` is the page's; `chosen` is the one in the address, which its links keep. */
type Props = { first: Answer; timeZone: string; language: Language; chosen: Language | null };

/**
 * Home page of the server: whether it runs, whether deliveries arrive, and the next step. A paired device chooses its
 * view; any other reads what this is and how to add a screen.
 */
export function HomePage({ first, timeZone, language, chosen }: Props) {
  const t = useTranslations();
  const { answer, now, silentMs } = useWatch(first);
  const { overview, device } = answer;
  const place = { timeZone: useTimeZone(timeZone), locale: LOCALES[language] };
  const isOnline = useIsOnline();
  const link = linkOf(silentMs);
  const standing = standingOf(overview, now);
  const clock = clockText(answer.serverTime, place.timeZone, true);
  const { title, lead, note, announced, light } = headlineOf(t, { standing, link, isOnline, now, clock, place });
  const greeted = device && device.is !== 'not-paired' ? device : null;
  const greeting = greeted && greetingOf(t, greeted, language);
  const forManagers = chosen ? `/manager?lang=${chosen}` : '/manager';
  // Nobody can sign in before the set-up.
  const managersAt = greeted || !answer.hasOwner ? null : forManagers;
  const isPaired = greeted?.is === 'paired';

  return (
    <div className="flex min-h-dvh flex-col">
      <Bar link={link} clock={clock} silentSeconds={Math.floor(silentMs / 1_000)} managersAt={managersAt} />
      <main className="mx-auto w-full max-w-6xl flex-1 px-6 pb-16 md:px-10">
        {greeting ? (
          <Hero title={[greeting.title]} lead={greeting.lead} light={isPaired ? light : 'off'} />
        ) : (
          <Hero title={title} lead={lead} note={note} light={light} />
        )}
        <p role="status" aria-live={link === 'lost' ? 'assertive' : 'polite'} className="sr-only">
          {announced}
        </p>
        <div className="grid gap-6">
          {greeted?.is === 'paired' && <Choices {...greeted} chosen={chosen} />}
          {!isPaired && answer.hasOwner && link !== 'lost' && <Doors chosen={chosen} />}
          {greeting && (
            <div className="mt-6">
              <h2 className="font-bold text-2xl tracking-tight">{title.join(' ')}</h2>
              <p className="mt-1 text-pretty text-lg">{lead}</p>
              {note && <p className="mt-1 text-pretty text-text-quiet">{note}</p>}
            </div>
          )}
          {link === 'lost' && (
            <Guide title={t('findServer.title')}>
              <FindServer />
            </Guide>
          )}
          {overview && <StepCards overview={overview} now={now} isStale={link !== 'live'} place={place} />}
          {link !== 'lost' && <NextStep is={standing.is} hasOwner={answer.hasOwner} />}
          {!isPaired && answer.hasOwner && !answer.hasBackup && link !== 'lost' && <NoBackup />}
          {device?.is === 'not-paired' && <About />}
        </div>
      </main>
    </div>
  );
}

/** Keeps the server's answer fresh while the page is open. */
function useWatch(first: Answer): Watched<Answer> {
  return useWatchOf(first, { ask: askOverview, timeOf: ({ serverTime }) => serverTime });
}

/** The headline beside the lamp. A title breaks between its sentences before it breaks within one. */
function Hero({
  title,
  lead,
  note,
  light,
}: {
  title: readonly string[];
  lead: string;
  note?: string | null;
  light: Light;
}) {
  const t = useTranslations();
  return (
    <div className="grid grid-cols-[1fr_auto] gap-8">
      <div className="min-w-0 self-center py-10 md:py-12">
        <h1 className="font-bold text-4xl leading-[1.1] font-stretch-90% tracking-tight [overflow-wrap:anywhere] md:text-5xl">
          {title.map((sentence) => (
            <Fragment key={sentence}>
              <span className="inline-block text-balance">{sentence}</span>{' '}
            </Fragment>
          ))}
        </h1>
        <p className="mt-4 text-pretty text-xl [overflow-wrap:anywhere] md:text-2xl">{lead}</p>
        {note && <p className="mt-3 text-pretty text-lg text-text-quiet">{note}</p>}
        <noscript>
          <p className="mt-3 text-lg">{t('link.noScript')}</p>
        </noscript>
      </div>
      <Lamp light={light} />
    </div>
  );
}

/** What this is, for a device that is no screen. */
function About() {
  const t = useTranslations('about');
  return (
    <section className="rounded-xl border border-line bg-sheet px-6 py-6 md:px-8 md:py-7">
      <h2 className="font-bold text-xl tracking-tight">{t('title')}</h2>
      <p className="mt-2 max-w-prose text-pretty text-text-quiet">{t('lead')}</p>
    </section>
  );
}

/** The bar: name, and whether the data below is live. Also the place of connection trouble. */
function Bar({ link, clock, silentSeconds, managersAt }: BarProps) {
  const t = useTranslations();
  return (
    <header className={`border-b px-6 py-4 transition-colors md:px-10 ${GROUNDS[link]}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <Brand />
        {link === 'live' ? (
          <div className="flex flex-wrap items-center gap-x-8 gap-y-1">
            <p className="flex items-center gap-2.5 text-text-quiet">
              <span className="h-2.5 w-2.5 rounded-full bg-ready-edge" aria-hidden="true" />
              {t('link.live', { clock })}
            </p>
            {managersAt && (
              <a href={managersAt} className="py-1 font-semibold underline underline-offset-4">
                {t('link.managers')}
              </a>
            )}
          </div>
        ) : (
          <p className="font-bold text-lg">{t('link.silent', { seconds: silentSeconds, clock })}</p>
        )}
      </div>
    </header>
  );
}
