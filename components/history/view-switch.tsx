'use client';

import { useTranslations } from 'use-intl';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { changed } from './addresses';

const VIEWS = [
  ['course', 'courses'],
  ['table', 'tables'],
] as const;

/** Switches between courses and tables. */
export function ViewSwitch({ by }: { by: 'course' | 'table' }) {
  const t = useTranslations('history.view');
  const { query, go } = useQueryNavigation();
  const changeTo = (view: 'course' | 'table') => ({ by: view === 'course' ? null : view });
  return (
    <nav aria-label={t('label')} className="mb-4 flex gap-1 border-line border-b print:hidden">
      {VIEWS.map(([view, name]) => (
        <PageLink
          key={view}
          href={changed(query, changeTo(view))}
          // Keeps a change whose page is still loading.
          onNavigate={(event) => {
            event.preventDefault();
            go(changeTo(view));
          }}
          aria-current={view === by ? 'true' : undefined}
          className={`-mb-px flex min-h-11 items-center border-b-2 px-3 font-semibold ${
            view === by ? 'border-accent text-text' : 'border-transparent text-text-quiet hover:text-text'
          }`}
        >
          {t(name)}
        </PageLink>
      ))}
    </nav>
  );
}
