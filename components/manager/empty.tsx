import type { ReactNode } from 'react';

/** Shown where a page has nothing to show: what is missing, and, as `children`, why or what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-xl border border-line border-dashed px-6 py-12 text-center">
      <p className="font-bold text-xl">{title}</p>
      {children && <div className="mx-auto mt-1 max-w-prose text-pretty text-text-quiet">{children}</div>}
    </div>
  );
}
