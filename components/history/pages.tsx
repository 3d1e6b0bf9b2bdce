import Link from 'next/link';
import { BUTTON } from '../manager/page-head';

type Way = { href: string; label: string } | null;

/** Links to the next page of a list and back to its start. */
export function Pages({ back, next }: { back: Way; next: Way }) {
  if (!back && !next) return null;
  return (
    <div className="mt-6 flex flex-wrap gap-2 print:hidden">
      {back && (
        <Link className={BUTTON} href={back.href}>
          {back.label}
        </Link>
      )}
      {next && (
        <Link className={BUTTON} href={next.href}>
          {next.label}
        </Link>
      )}
    </div>
  );
}
