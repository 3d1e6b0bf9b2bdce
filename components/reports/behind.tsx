'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';

/** Words that lead to the courses that they are of; plain where none do. Nothing is fetched before it is followed. */
export function Behind({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <Link prefetch={false} href={href} className="underline underline-offset-4 print:no-underline">
      {children}
    </Link>
  );
}
