import { useTranslations } from 'use-intl';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/constants';
import { withCommands } from '../with-commands';
import type { Trouble } from './use-attempt';

type Props = { trouble: Trouble | null; waitSeconds: number };

/** An error with advice. Its room is reserved, so that nothing moves. */
export function TroubleLine({ trouble, waitSeconds }: Props) {
  const t = useTranslations('loginTrouble');
  const isOver = trouble?.kind === 'tooMany' && waitSeconds === 0;
  return (
    <div className="min-h-14 text-pretty font-semibold text-trouble">
      {/* Announced once; the countdown beside it is only visual. */}
      <p role="alert" className={trouble?.kind === 'tooMany' ? 'sr-only' : ''}>
        {trouble && (isOver ? t('again') : withCommands(wordsOf(t, trouble)))}
      </p>
      {trouble?.kind === 'tooMany' && (
        <p aria-hidden="true" className={isOver ? 'text-text' : ''}>
          {isOver ? t('again') : t('tooMany', { seconds: waitSeconds })}
        </p>
      )}
    </div>
  );
}

function wordsOf(t: ReturnType<typeof useTranslations<'loginTrouble'>>, trouble: Trouble): string {
  if (trouble.kind === 'tooMany') return t('tooMany', { seconds: trouble.seconds });
  if (trouble.kind === 'tooShort') return t('tooShort', { shortest: MIN_PASSWORD_LENGTH });
  if (trouble.kind === 'tooLong') return t('tooLong', { longest: MAX_PASSWORD_LENGTH });
  return t(`${trouble.kind}`);
}
