'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';

/** Text that links to its courses, or plain text without a link. Not prefetched. */
export function CoursesLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <Link prefetch={false} href={href} className="underline underline-offset-4 print:no-underline">
      {children}
    </Link>
  );
}
