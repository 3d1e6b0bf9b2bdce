import Link from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link to a page of a manager, which is loaded only once the link is followed: each page queries the database, and
 * the audit log names who looked at it.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  return <Link {...props} prefetch={false} />;
}
