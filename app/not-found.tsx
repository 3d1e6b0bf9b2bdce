import Link from 'next/link';
import { Brand } from '../components/brand';
import { Lamp } from '../components/front/lamp';
import { en } from '../components/words/en';

export default function NotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b px-6 py-4 md:px-10">
        <Brand />
      </header>
      <main className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-[1fr_auto] items-start gap-8 px-6 md:px-10">
        <div className="flex flex-col items-start py-10 md:py-12">
          <h1 className="font-bold text-4xl leading-[1.1] font-stretch-90% tracking-tight md:text-5xl">
            {en.notFound.title}
          </h1>
          <p className="mt-4 max-w-[36ch] text-xl">{en.notFound.lead}</p>
          <Link
            href="/"
            prefetch={false}
            className="mt-9 rounded-lg bg-accent px-5 py-3 font-semibold text-on-accent hover:underline"
          >
            {en.notFound.home}
          </Link>
        </div>
        <Lamp light="off" />
      </main>
    </div>
  );
}
