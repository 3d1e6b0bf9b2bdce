import type { ReactNode } from 'react';

/** A labelled card of the dashboard. */
export function Card({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className={`rounded-xl border border-line bg-sheet px-4 py-3 sm:px-5 sm:py-4 ${wide ? 'col-span-2' : ''}`}
    >
      <h2 className="font-semibold text-sm text-text-quiet">{label}</h2>
      {children}
    </section>
  );
}

/** The figure of a card; a link to its courses if there are any. */
export function Figure({ href, tone = 'plain', children }: FigureProps) {
  const look = `block font-bold leading-tight font-stretch-90% tracking-tight text-3xl sm:text-4xl ${TONES[tone]}`;
  return href ? (
    <a
      href={href}
      className={`${look} w-fit underline decoration-line decoration-2 underline-offset-6 hover:decoration-current`}
    >
      {children}
    </a>
  ) : (
    <p className={look}>{children}</p>
  );
}

type Tone = 'plain' | 'quiet' | 'trouble' | 'good';
type FigureProps = { href?: string | null; tone?: Tone; children: ReactNode };

const TONES: Record<Tone, string> = {
  plain: '',
  quiet: 'text-text-quiet',
  trouble: 'text-trouble',
  good: 'text-accent',
};

/** The basis of a figure. */
export function Note({ tone = 'plain', children }: { tone?: Exclude<Tone, 'quiet'>; children: ReactNode }) {
  return <p className={tone === 'plain' ? 'text-text-quiet' : `font-semibold ${TONES[tone]}`}>{children}</p>;
}
