'use client';

import { IntlProvider, useTranslations } from 'use-intl';
import type { Answer } from '../../contract/overview';
import { type Language, LOCALES } from '../../lib/language';
import { useIsOnline } from '../browser';
import { type Guess, useOrigin, useTimeZone } from '../browser-values';
import { CopyLine } from '../clipboard/copy';
import { clockText } from '../time/clock-text';
import { About, PairHere } from './about';
import { Bar } from './bar';
import { Choices } from './choices';
import { COMMANDS } from './commands';
import { greetingOf } from './greeting';
import { FindServer, Guide } from './guides';
import { headlineOf } from './headline';
import { Hero } from './hero';
import { linkOf } from './link';
import { MESSAGES } from './messages';
import { NextStep } from './next-step';
import { standingOf } from './standing';
import { StepCards } from './step-cards';
import { useWatch } from './use-watch';

/** `language` is the page's language; `chosen` is the one in the address, which its links keep. */
type Props = { first: Answer; guess: Guess; language: Language; chosen: Language | null };

/**
 * Home page of the server: whether it runs, whether deliveries arrive, and the next step. A paired device chooses its
 * view; any other reads what this is and how to add a screen.
 */
export function HomePage(props: Props) {
  return (
    <IntlProvider locale={props.language} messages={MESSAGES[props.language]} timeZone="UTC">
      <Home {...props} />
    </IntlProvider>
  );
}

function Home({ first, guess, language, chosen }: Props) {
  const t = useTranslations();
  const { answer, now, silentMs } = useWatch(first);
  const { overview, device } = answer;
  const place = { timeZone: useTimeZone(guess.timeZone), locale: LOCALES[language] };
  const origin = useOrigin(guess.origin);
  const isOnline = useIsOnline();
  const link = linkOf(silentMs);
  const standing = standingOf(overview, now);
  const clock = clockText(answer.serverTime, place.timeZone, true);
  const { title, lead, note, announced, light } = headlineOf(t, { standing, link, isOnline, now, clock, place });
  const greeted = device && device.is !== 'not-paired' ? device : null;
  const greeting = greeted && greetingOf(t, greeted, language);
  const isRunning = standing.is === 'running' || standing.is === 'quiet';
  const forManagers = chosen ? `/manager?lang=${chosen}` : '/manager';
  const managersAt = greeted ? null : forManagers;
  const isShutOut = greeted !== null && greeted.is !== 'paired';

  return (
    <div className="flex min-h-dvh flex-col">
      <Bar link={link} clock={clock} silentSeconds={Math.floor(silentMs / 1_000)} managersAt={managersAt} />
      <main className="mx-auto w-full max-w-6xl flex-1 px-6 pb-16 md:px-10">
        {greeting ? (
          <Hero title={[greeting.title]} lead={greeting.lead} light={isShutOut ? 'off' : light} />
        ) : (
          <Hero title={title} lead={lead} note={note} light={light} />
        )}
        <p role="status" aria-live={link === 'lost' ? 'assertive' : 'polite'} className="sr-only">
          {announced}
        </p>
        <div className="grid gap-6">
          {greeted?.is === 'paired' && <Choices {...greeted} chosen={chosen} />}
          {isShutOut && (
            <Guide title={t('newLink.title')}>
              <p className="mb-4 text-pretty">{t('newLink.lead')}</p>
              <CopyLine text={COMMANDS.screen} what="command" />
              <PairHere />
            </Guide>
          )}
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
          {link !== 'lost' && !isRunning && <NextStep standing={standing} origin={origin} hasAddScreen={isShutOut} />}
          {device?.is === 'not-paired' && <About hasCommand={isRunning} />}
          {link !== 'lost' && isRunning && (
            <NextStep standing={standing} origin={origin} hasAddScreen={greeted?.is !== 'paired'} />
          )}
        </div>
      </main>
    </div>
  );
}
