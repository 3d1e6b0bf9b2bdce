'use client';

import { useTranslations } from 'use-intl';
import type { CoursePace, LiveBranch } from '../../contract/live-branches';
import { type Verdict, verdictOf } from '../../domain/live-verdict';
import { mostMeasured, useDurations } from '../manager/day-text';
import { useCourseName } from '../ticket/ticket-names';
import { Card, Figure, Note } from './cards';

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
  const others = pace.courses.filter((course) => !shown.includes(course));
  return (
    <Card label={t('label')} wide>
      {shown.length === 0 ? (
        <>
          <Figure>–</Figure>
          <Note>{t('nothing')}</Note>
        </>
      ) : (
        <>
          {/* As many in a line as have room for their longest words. */}
          <ul className="mt-1 mb-2 flex flex-wrap gap-x-4 gap-y-3">
            {shown.map((course) => (
              <li key={course.course.number} className="max-w-full flex-[1_1_6em]">
                <CourseFigure pace={course} link={link} />
              </li>
            ))}
          </ul>
          <Note>
            {unit === null ? t('unitUnknown') : t('basis')}
            {others.length > 0 && (
              <>
                {' · '}
                <a
                  className="underline underline-offset-4"
                  href={link(others.flatMap(({ counted }) => counted)) ?? undefined}
                >
                  {t('more', { count: others.length })}
                </a>
              </>
            )}
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
  const counted = pace.counted.length;
  return (
    <>
      <p className="wrap-break-word line-clamp-2 font-semibold">{name}</p>
      <Figure href={link(pace.counted)}>{durations.text(pace.preparationSeconds * 1000)}</Figure>
      {verdict.is !== 'few' && (
        <Note tone={VERDICT_TONES[verdict.is]}>
          <VerdictText verdict={verdict} />
          {'count' in verdict && verdict.count !== counted && ` (${t('n', { count: verdict.count })})`}
        </Note>
      )}
      <p className="text-sm text-text-quiet">{t('n', { count: counted })}</p>
    </>
  );
}

/** The verdict in a few words: `3 min behind`. */
export function VerdictText({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('liveDashboard.pace.verdict');
  return t(verdict.is, { minutes: 'minutes' in verdict ? verdict.minutes : 0 });
}
