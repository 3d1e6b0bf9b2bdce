'use client';

import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCourseName } from '../ticket/place';
import { Since } from '../ticket/ticking';
import type { HoldUp } from './hold-up';

/** Longest course name for the sentence; a longer one uses the kitchen's abbreviation. */
const MAX_NAME_LENGTH = 9;
/** However long the name is, the time after it stays visible. */
const NAME = 'inline-block max-w-65 truncate align-bottom';

/** Placeholders in the translated sentence; private-use characters occur in no message. */
const MARKS = { course: '\uE000', name: '\uE001', time: '\uE002' };

/** A sentence that says what holds a table up, with the elapsed time. */
export function HoldLine({ holdUp }: { holdUp: HoldUp }) {
  const t = useTranslations('holdUp');
  const courseName = useCourseName();
  const { course, since, why } = holdUp;
  const isLong = course.name !== null && course.name.length > MAX_NAME_LENGTH;
  const shortName = isLong && course.abbreviation ? course.abbreviation : courseName(course);
  const parts: Record<string, ReactNode> = {
    [MARKS.course]: <bdi className={NAME}>{shortName}</bdi>,
    [MARKS.name]: 'by' in holdUp && <bdi className={NAME}>{holdUp.by.name}</bdi>,
    [MARKS.time]: since === null ? '–' : <Since at={since} />,
  };
  const sentence = t(why === 'collected' && holdUp.by.isHere ? 'gone' : why, MARKS);
  return (
    <strong className="min-w-0 flex-1 truncate font-bold font-stretch-76%">
      {sentence.split(/([\uE000-\uE002])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their positions
        <Fragment key={index}>{parts[part] ?? part}</Fragment>
      ))}
    </strong>
  );
}
