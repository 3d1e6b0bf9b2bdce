'use client';

import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCourseName } from '../ticket/place';
import { Since } from '../ticket/ticking';
import type { HoldUp } from './hold-up';
import css from './pass.module.css';

/** So long a name may be in the sentence; a longer one is said as the kitchen abbreviates it. */
const LONGEST_NAME = 9;
/** Stand in a sentence for what is put into it; no word has them. */
const MARKS = { course: '\uE000', name: '\uE001', time: '\uE002' };

/** What holds a table up, in words, with the time that it has lasted. */
export function HoldLine({ holdUp }: { holdUp: HoldUp }) {
  const words = useTranslations('holdUp');
  const courseName = useCourseName();
  const { course, since, why } = holdUp;
  const isLong = course.name !== null && course.name.length > LONGEST_NAME;
  const shortName = isLong && course.abbreviation ? course.abbreviation : courseName(course);
  const parts: Record<string, ReactNode> = {
    [MARKS.course]: <bdi className={css.inSentence}>{shortName}</bdi>,
    [MARKS.name]: 'by' in holdUp && <bdi className={css.inSentence}>{holdUp.by.name}</bdi>,
    [MARKS.time]: since === null ? '–' : <Since at={since} />,
  };
  const sentence = words(why === 'collected' && holdUp.by.isHere ? 'gone' : why, MARKS);
  return (
    <strong className={css.sentence}>
      {sentence.split(/([\uE000-\uE002])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts have their places
        <Fragment key={index}>{parts[part] ?? part}</Fragment>
      ))}
    </strong>
  );
}
