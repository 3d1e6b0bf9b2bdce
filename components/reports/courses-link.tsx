'use client';

import type { ReactNode } from 'react';
import { PageLink } from '../page-link';

/** Text that links to its courses, or plain text without a link. */
export function CoursesLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <PageLink href={href} className="underline underline-offset-4 print:no-underline">
      {children}
    </PageLink>
  );
}
