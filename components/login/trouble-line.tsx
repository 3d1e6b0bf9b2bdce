import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../contract/password-rule';
import { withCommands } from '../with-commands';
import type { SayLogin } from '../words/login-words';
import type { Trouble } from './auth-over-http';

type Props = { say: SayLogin; trouble: Trouble | null; waitSeconds: number };

/** What went wrong and what to do. Its place is kept, so nothing jumps when it comes. */
export function TroubleLine({ say, trouble, waitSeconds }: Props) {
  const isOver = trouble?.kind === 'tooMany' && waitSeconds === 0;
  return (
    <div className="min-h-14 text-pretty font-semibold text-trouble">
      {/* Said once; the seconds that run beside it are for the eye. */}
      <p role="alert" className={trouble?.kind === 'tooMany' ? 'sr-only' : ''}>
        {trouble && (isOver ? say('loginTrouble.again') : withCommands(wordsOf(say, trouble)))}
      </p>
      {trouble?.kind === 'tooMany' && (
        <p aria-hidden="true" className={isOver ? 'text-text' : ''}>
          {isOver ? say('loginTrouble.again') : say('loginTrouble.tooMany', { seconds: waitSeconds })}
        </p>
      )}
    </div>
  );
}

function wordsOf(say: SayLogin, trouble: Trouble): string {
  if (trouble.kind === 'tooMany') return say('loginTrouble.tooMany', { seconds: trouble.seconds });
  if (trouble.kind === 'tooShort') return say('loginTrouble.tooShort', { shortest: SHORTEST_PASSWORD });
  if (trouble.kind === 'tooLong') return say('loginTrouble.tooLong', { longest: LONGEST_PASSWORD });
  return say(`loginTrouble.${trouble.kind}`);
}
