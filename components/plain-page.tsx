import type { ReactNode } from 'react';
import { Brand } from './brand';
import { Lamp, type Light } from './home/lamp';

/** Page with one message beside the lamp. */
export function PlainPage({ title, light, children }: { title: string; light: Light; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b px-6 py-4 md:px-10">
        <Brand />
      </header>
      <main className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-[1fr_auto] items-start px-6 sm:gap-8 md:px-10">
        <div className="flex flex-col items-start py-10 md:py-12">
          <h1 className="text-balance font-bold text-4xl leading-[1.1] font-stretch-90% tracking-tight md:text-5xl">
            {title}
          </h1>
          {children}
        </div>
        <Lamp light={light} />
      </main>
    </div>
  );
}

/** Link to the home page. */
export function HomeLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="mt-9 inline-block rounded-lg bg-accent px-5 py-3 font-semibold text-on-accent hover:underline"
    >
      {children}
    </a>
  );
}
