'use client';

import { useTranslations } from 'use-intl';
import type { Mark } from '../../domain/live-contract';

/** What is unusual about a course, in words; what they mean is in their titles. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  const words = useTranslations('history.mark');
  const about = useTranslations('history.markAbout');
  return marks.map((mark, index) => (
    <span key={mark}>
      {index > 0 && ' · '}
      <span title={about(mark)}>{words(mark)}</span>
    </span>
  ));
}
