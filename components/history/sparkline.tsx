'use client';

import { useTranslations } from 'use-intl';
import { useDurations } from '../manager/use-durations';
import { useCourseName } from '../ticket/place';
import type { CourseTimes, Stretch } from '../visit-timeline/course-times';

type Props = { courses: readonly CourseTimes[]; from: number; to: number };

/** Sparkline of an order's courses, one thin lane each; screen readers get names and cooking times. */
export function Sparkline({ courses, from, to }: Props) {
  const courseName = useCourseName();
  const t = useTranslations('history');
  const durations = useDurations();
  const place = (at: number) => `${(((at - from) / Math.max(1, to - from)) * 100).toFixed(2)}%`;
  const width = ({ from: begin, to: end }: Pick<Stretch, 'from' | 'to'>) =>
    `max(2px, ${(((end - begin) / Math.max(1, to - from)) * 100).toFixed(2)}%)`;
  const bar = (stretch: Pick<Stretch, 'from' | 'to'>, tone: string) => (
    <i className={`absolute inset-y-0 ${tone}`} style={{ left: place(stretch.from), width: width(stretch) }} />
  );
  return (
    <div>
      <div aria-hidden="true" className="grid gap-0.5 py-1">
        {courses.map(({ ticket, cooking, waiting }) => (
          <div key={ticket.id} className="relative h-2 bg-track print:[print-color-adjust:exact]">
            {cooking && bar(cooking, 'bg-accent')}
            {cooking?.lateFrom != null && bar({ from: cooking.lateFrom, to: cooking.to }, 'bg-mark')}
            {waiting && bar(waiting, 'bg-band')}
          </div>
        ))}
      </div>
      <p className="truncate text-sm text-text-quiet">
        {courses.map(({ ticket }) => ticket.course.abbreviation ?? courseName(ticket.course)).join(' · ')}
      </p>
      <span className="sr-only">
        {courses
          .map(({ ticket, cooking }) =>
            t('courseCooked', {
              course: courseName(ticket.course),
              time: cooking ? durations.text(cooking.to - cooking.from) : t('none'),
            }),
          )
          .join(', ')}
      </span>
    </div>
  );
}
