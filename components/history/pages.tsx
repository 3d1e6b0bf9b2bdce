import { BUTTON } from '../manager/page-head';
import { PageLink } from '../page-link';

type Way = { href: string; label: string } | null;

/** Links to the next page of a list and back to its start. */
export function Pages({ back, next }: { back: Way; next: Way }) {
  if (!back && !next) return null;
  return (
    <div className="mt-6 flex flex-wrap gap-2 print:hidden">
      {back && (
        <PageLink className={BUTTON} href={back.href}>
          {back.label}
        </PageLink>
      )}
      {next && (
        <PageLink className={BUTTON} href={next.href}>
          {next.label}
        </PageLink>
      )}
    </div>
  );
}
