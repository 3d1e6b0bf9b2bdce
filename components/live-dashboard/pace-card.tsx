'use client';

import { useTranslations } from 'use-intl';
import type { CoursePace, LiveBranch } from '../../contract/live-branches';
import { type Verdict, verdictOf } from '../../domain/live-verdict';
import { mostMeasured } from '../manager/most-measured';
import { useDurations } from '../manager/use-durations';
import { useCourseName } from '../ticket/place';
import { Card, Figure, Note } from './card';

export const VERDICT_TONES = {
  behind: 'trouble',
  ahead: 'good',
  'as-expected': 'good',
  few: 'plain',
  'no-target': 'plain',
  nothing: 'plain',
} as const;

type Link = (tickets: readonly string[]) => string | null;

/** Current time of each course and its difference from the expected one. Courses are never added up. */
export function PaceCard({ live, link }: { live: LiveBranch; link: Link }) {
  const t = useTranslations('liveDashboard.pace');
  const { pace, unit } = live;
  const shown = mostMeasured(pace.courses, ({ counted }) => counted.length);
  const others = pace.courses.length - shown.length;
  return (
    <Card label={t('label')} wide>
      {shown.length === 0 ? (
        <>
          <Figure>–</Figure>
          <Note>{t('nothing')}</Note>
        </>
      ) : (
        <>
          <ul className="mt-1 mb-2 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
            {shown.map((course) => (
              <li key={course.course.number} className="min-w-0">
                <CourseFigure pace={course} link={link} />
              </li>
            ))}
          </ul>
          <Note>
            {unit === null ? t('unitUnknown') : t('basis')}
            {others > 0 && ` · ${t('more', { count: others })}`}
          </Note>
        </>
      )}
      {pace.leftOut.length > 0 && (
        <p>
          <a className="text-text-quiet underline underline-offset-4" href={link(pace.leftOut) ?? undefined}>
            {t('leftOut', { count: pace.leftOut.length })}
          </a>
        </p>
      )}
    </Card>
  );
}

function CourseFigure({ pace, link }: { pace: CoursePace; link: Link }) {
  const t = useTranslations('liveDashboard.pace');
  const durations = useDurations();
  const name = useCourseName()(pace.course);
  const verdict = verdictOf(pace);
  return (
    <>
      <p className="wrap-anywhere font-semibold">{name}</p>
      <Figure href={link(pace.counted)}>{durations.text(pace.preparationSeconds * 1000)}</Figure>
      {verdict.is !== 'few' && (
        <Note tone={VERDICT_TONES[verdict.is]}>
          <VerdictText verdict={verdict} />
        </Note>
      )}
      <p className="text-sm text-text-quiet">{t('n', { count: pace.counted.length })}</p>
    </>
  );
}

/** The verdict in a few words: `3 min behind`. */
export function VerdictText({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('liveDashboard.pace.verdict');
  return t(verdict.is, { minutes: 'minutes' in verdict ? verdict.minutes : 0 });
}
