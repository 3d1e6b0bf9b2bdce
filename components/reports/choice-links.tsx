'use client';

import { PageLink } from '../page-link';

type Choice = { value: string; label: string; href: string };

/** A choice whose few values are all visible; each is a link. */
export function ChoiceLinks({ label, value, choices }: { label: string; value: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap rounded-lg border border-line bg-shade p-1">
        {choices.map((choice) => {
          const isHere = choice.value === value;
          return (
            <li key={choice.value}>
              <PageLink
                href={choice.href}
                scroll={false}
                aria-current={isHere ? 'true' : undefined}
                className={`block whitespace-nowrap rounded-md px-3 py-1.5 ${
                  isHere ? 'bg-sheet font-semibold shadow-sm' : 'text-text-quiet hover:text-text'
                }`}
              >
                {choice.label}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
