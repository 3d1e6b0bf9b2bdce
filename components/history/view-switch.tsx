'use client';

import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { changed } from './addresses';

const VIEWS = [
  ['course', 'courses'],
  ['table', 'tables'],
] as const;

/** Course by course, or table by table. */
export function ViewSwitch({ query, by }: { query: URLSearchParams; by: 'course' | 'table' }) {
  const words = useTranslations('history.view');
  return (
    <nav aria-label={words('label')} className="mb-4 flex gap-1 border-line border-b print:hidden">
      {VIEWS.map(([view, name]) => (
        <Link
          key={view}
          href={changed(query, { by: view === 'course' ? null : view })}
          scroll={false}
          aria-current={view === by ? 'true' : undefined}
          className={`-mb-px flex min-h-11 items-center border-b-2 px-3 font-semibold ${
            view === by ? 'border-accent text-text' : 'border-transparent text-text-quiet hover:text-text'
          }`}
        >
          {words(name)}
        </Link>
      ))}
    </nav>
  );
}
