'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';
import { PickField } from '../screen/menu';
import { type Chosen, KIOSKS, type ScreenOptions } from '../screen/screen-options';
import { useForm } from '../ui/form';

const PATIENCE_MS = 8_000;
type Answer = 'left' | 'pin-needed' | 'pin' | 'too-many' | 'unreachable';

type Props<Options extends ScreenOptions> = { chosen: Chosen<Options> };

/** The field of a menu that makes the screen a kiosk. */
export function KioskField<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const t = useTranslations('kiosk');
  return <PickField chosen={chosen} name="kiosk" label={t('field')} values={KIOSKS} labelOf={(kiosk) => t(kiosk)} />;
}

/** The menu of a kiosk, which has only the way out; it asks for the PIN of the branch if there is one. */
export function KioskMenu<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const t = useTranslations('kiosk');
  const branch = useLive((view) => view.board?.branch.number ?? null);
  const id = useId();
  const [isAsked, setIsAsked] = useState(false);
  const { onSubmit, problem } = useForm(async ({ text }) => {
    const answer = await askToLeave(branch, text('pin'));
    setIsAsked(answer !== 'unreachable');
    if (answer === 'left') chosen.type('kiosk', 'off');
    return answer === 'left' || answer === 'pin-needed' ? null : t(answer);
  });
  return (
    <form onSubmit={onSubmit} className="col-span-full grid gap-[0.75rem]">
      <p>{t('lead')}</p>
      {isAsked && (
        <p className="grid gap-[0.3rem]">
          <label htmlFor={id}>{t('pinLabel')}</label>
          <input
            id={id}
            name="pin"
            // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
            autoFocus
            type="password"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${id}-problem`}
          />
        </p>
      )}
      <p id={`${id}-problem`} role="alert" className={problem ? 'font-[650]' : 'sr-only'}>
        {problem}
      </p>
      <button type="submit" className="justify-self-start rounded-[0.5rem] px-[1.25rem] font-[650] inverse">
        {t('leave')}
      </button>
    </form>
  );
}

async function askToLeave(branch: number | null, pin: string): Promise<Answer> {
  try {
    const response = await fetch(`/api/v1/kiosk/leave${branch === null ? '' : `?branch=${branch}`}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ pin }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.ok) return 'left';
    const { code } = (await response.json()) as { code?: unknown };
    return (['pin-needed', 'pin', 'too-many'] as const).find((known) => known === code) ?? 'unreachable';
  } catch {
    return 'unreachable';
  }
}
