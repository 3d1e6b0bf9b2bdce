import { useTranslations } from 'use-intl';
import type { Overview } from '../../contract/overview';
import type { Translator } from '../messages/translator';
import { clockText } from '../time/clock-text';
import { agoOf, agoText, momentOf, type Place } from '../time/when';
import { type Step, type StepMark, stepMarks } from './standing';

const BOXES: Readonly<Record<StepMark, string>> = {
  done: 'border-line bg-sheet',
  next: 'border-accent bg-sheet outline-2 -outline-offset-2 outline-accent',
  later: 'border-line border-dashed bg-ground',
};

const STALE = 'border-line bg-ground';

type Card = { step: Step; title: string; figure: string; note: string };

/** The three steps of the installation with their progress. If the answer is old, times replace ages. */
export function StepCards({
  overview,
  now,
  isStale,
  place,
}: {
  overview: Overview;
  now: number;
  isStale: boolean;
  place: Place;
}) {
  const t = useTranslations();
  const marks = stepMarks(overview);
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="sr-only">
        {t('steps.title')}
      </h2>
      <ol className="grid gap-4 md:grid-cols-3 md:gap-5">
        {cardsOf(t, overview, now, isStale, place).map(({ step, title, figure, note }, index) => (
          <li
            key={step}
            aria-current={marks[step] === 'next' && !isStale ? 'step' : undefined}
            className={`relative rounded-xl border px-5 py-4 ${isStale ? STALE : BOXES[marks[step]]}`}
          >
            <h3 className="font-semibold text-sm text-text-quiet">{title}</h3>
            <Mark mark={marks[step]} number={index + 1} isStale={isStale} />
            <p className="mt-1.5 font-bold text-[1.75rem] leading-tight font-stretch-75%">{figure}</p>
            <p className="mt-1 text-sm text-text-quiet">{note}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Mark({ mark, number, isStale }: { mark: StepMark; number: number; isStale: boolean }) {
  const t = useTranslations();
  const isLit = mark === 'done' && !isStale;
  return (
    <span
      className={`absolute top-3.5 right-3.5 flex h-7.5 w-7.5 items-center justify-center rounded-full font-bold ${isLit ? 'bg-accent text-on-accent' : mark === 'next' && !isStale ? 'border-2 border-accent text-accent' : 'border border-line text-text-quiet'}`}
    >
      <span className="sr-only">{t(`steps.marks.${mark}`)}</span>
      {mark === 'done' ? <Tick /> : <span aria-hidden="true">{number}</span>}
    </span>
  );
}

/** The mark of a step that is done. */
export function Tick() {
  return (
    <svg viewBox="0 0 20 20" className="h-5 w-5" aria-hidden="true">
      <path d="m4 10.5 4.2 4.2L16.5 6" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  );
}

function cardsOf(
  t: Translator,
  { subscriptions, screens, lastDeliveryAt }: Overview,
  now: number,
  isStale: boolean,
  place: Place,
): Card[] {
  const none = t('steps.none');
  const arrived =
    lastDeliveryAt === null ? null : isStale ? momentOf(lastDeliveryAt, now, place) : agoOf(lastDeliveryAt, now, place);
  return [
    {
      step: 'subscription',
      title: t('steps.subscription.title'),
      figure: subscriptions > 0 ? String(subscriptions) : none,
      note: subscriptions > 0 ? t('steps.subscription.done') : t('steps.subscription.open'),
    },
    {
      step: 'delivery',
      title: t('steps.delivery.title'),
      figure: arrived ? agoText(t, arrived) : none,
      note:
        lastDeliveryAt === null
          ? t('steps.delivery.open')
          : t('steps.delivery.done', { clock: clockText(lastDeliveryAt, place.timeZone, true) }),
    },
    {
      step: 'screen',
      title: t('steps.screen.title'),
      figure: screens > 0 ? String(screens) : none,
      note: screens > 0 ? t('steps.screen.done', { count: screens }) : t('steps.screen.open'),
    },
  ];
}
