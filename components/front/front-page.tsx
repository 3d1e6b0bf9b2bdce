'use client';

import { Fragment } from 'react';
import { type Guess, useIsOnline, useOrigin, useTimeZone } from '../browser';
import { clockOf } from '../time/ago';
import { en } from '../words/en';
import type { Answer } from './answer';
import { Bar } from './bar';
import { AddScreen, AskDoctor, AwaitDelivery, ConnectPos, FindServer, Guide, More } from './guides';
import { headlineOf } from './headline';
import { Lamp } from './lamp';
import { linkOf } from './link';
import { type Standing, standingOf } from './standing';
import { StepCards } from './step-cards';
import { useWatch } from './use-watch';

/** For whoever opens the server's address: is it running, has anything arrived, what comes next. */
export function FrontPage({ first, guess }: { first: Answer; guess: Guess }) {
  const { answer, now, silentMs } = useWatch(first);
  const place = { timeZone: useTimeZone(guess.timeZone), locale: en.locale };
  const origin = useOrigin(guess.origin);
  const isOnline = useIsOnline();
  const link = linkOf(silentMs);
  const standing = standingOf(answer.overview, now);
  const clock = clockOf(answer.serverTime, place, 'seconds');
  const { title, lead, note, announced, light } = headlineOf({ standing, link, isOnline, now, clock, place });
  const isStale = link !== 'live';

  return (
    <div className="flex min-h-dvh flex-col">
      <Bar link={link} clock={clock} silentSeconds={Math.floor(silentMs / 1_000)} />
      <main className="mx-auto w-full max-w-6xl flex-1 px-6 pb-16 md:px-10">
        <div className="grid grid-cols-[1fr_auto] gap-8">
          <div className="self-center py-10 md:py-12">
            <h1 className="font-bold text-4xl leading-[1.1] font-stretch-90% tracking-tight md:text-5xl">
              {title.map((sentence) => (
                <Fragment key={sentence}>
                  <span className="inline-block text-balance">{sentence}</span>{' '}
                </Fragment>
              ))}
            </h1>
            <p className="mt-4 text-pretty text-xl md:text-2xl">{lead}</p>
            {note && <p className="mt-3 text-pretty text-lg text-text-quiet">{note}</p>}
            <noscript>
              <p className="mt-3 text-lg">{en.link.noScript}</p>
            </noscript>
          </div>
          <Lamp light={light} />
        </div>
        <p role="status" aria-live={link === 'lost' ? 'assertive' : 'polite'} className="sr-only">
          {announced}
        </p>
        <div className="grid gap-6">
          {link === 'lost' && (
            <Guide title={en.findServer.title}>
              <FindServer />
            </Guide>
          )}
          {answer.overview && <StepCards overview={answer.overview} now={now} isStale={isStale} place={place} />}
          {link !== 'lost' && <Next standing={standing} origin={origin} />}
        </div>
      </main>
    </div>
  );
}

function Next({ standing, origin }: { standing: Standing; origin: string }) {
  switch (standing.is) {
    case 'no-subscription':
      return (
        <Guide title={en.connect.title}>
          <ConnectPos origin={origin} />
        </Guide>
      );
    case 'nothing-arrived':
      return (
        <Guide title={en.deliver.title}>
          <AwaitDelivery origin={origin} />
        </Guide>
      );
    case 'no-screen':
      return (
        <Guide title={en.screen.title}>
          <AddScreen />
        </Guide>
      );
    case 'unreadable':
      return (
        <Guide title={en.doctor.title}>
          <AskDoctor />
        </Guide>
      );
    case 'running':
    case 'quiet':
      return (
        <div className="mt-4 border-line border-t">
          <More title={en.connect.again}>
            <ConnectPos origin={origin} />
          </More>
          <More title={en.screen.again}>
            <AddScreen />
          </More>
        </div>
      );
  }
}
