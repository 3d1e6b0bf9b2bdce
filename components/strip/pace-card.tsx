'use client';

import { useTranslations } from 'use-intl';
import type { LiveBranch } from '../../domain/live-answer';
import { type Verdict, verdictOf } from '../../domain/live-verdict';
import { durationText } from '../ticket/timer-text';
import { Card, Figure, Note } from './card';

export const VERDICT_TONES = {
  behind: 'trouble',
  ahead: 'good',
  'as-expected': 'good',
  few: 'plain',
  'no-target': 'plain',
  nothing: 'plain',
} as const;

/** How far behind the kitchen is, and what that rests on. */
export function PaceCard({ live, link }: { live: LiveBranch; link: (tickets: readonly string[]) => string | null }) {
  const words = useTranslations('strip.pace');
  const { pace, unit } = live;
  const verdict = verdictOf(pace);
  const why = useWhy();
  return (
    <Card label={words('label')} wide>
      <Figure large href={link(pace.counted)} tone={VERDICT_TONES[verdict.is]}>
        <VerdictText verdict={verdict} />
      </Figure>
      <Note>{why(verdict, unit !== null)}</Note>
      {pace.preparationSeconds !== null && (
        <Note>
          {words('preparation', { time: durationText(pace.preparationSeconds * 1000), count: pace.counted.length })}
        </Note>
      )}
      {pace.leftOut.length > 0 && (
        <p>
          <a className="text-text-quiet underline underline-offset-4" href={link(pace.leftOut) ?? undefined}>
            {words('leftOut', { count: pace.leftOut.length })}
          </a>
        </p>
      )}
    </Card>
  );
}

/** The verdict in a few words: `3 min behind`. */
export function VerdictText({ verdict }: { verdict: Verdict }) {
  const words = useTranslations('strip.pace.verdict');
  return words(verdict.is, { minutes: 'minutes' in verdict ? verdict.minutes : 0 });
}

function useWhy(): (verdict: Verdict, isUnitKnown: boolean) => string {
  const words = useTranslations('strip.pace');
  return (verdict, isUnitKnown) => {
    switch (verdict.is) {
      case 'nothing':
        return words('nothing');
      case 'no-target':
        return isUnitKnown ? words('noTarget', { count: verdict.count }) : words('unitUnknown');
      case 'few':
        return words('few', { count: verdict.count });
      default:
        return words(verdict.isThin ? 'thinBasis' : 'basis', { count: verdict.count });
    }
  };
}
