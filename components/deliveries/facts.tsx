import type { ReactNode } from 'react';

/** Names and values in a list. Empty values are omitted. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid items-baseline gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="contents">
            <dt className="text-text-quiet max-sm:-mb-2">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Headers of a request, unchanged. */
export function HeaderFacts({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <div className="font-mono text-sm">
      <Facts facts={Object.entries(headers)} />
    </div>
  );
}
