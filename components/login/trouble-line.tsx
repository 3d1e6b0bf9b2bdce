import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../contract/password-rule';
import { withCommands } from '../with-commands';
import type { SayLogin } from '../words/login-words';
import type { Trouble } from './auth-over-http';

type Props = { say: SayLogin; trouble: Trouble | null; waitSeconds: number };

/** An error with advice. Its room is reserved, so that nothing moves. */
export function TroubleLine({ say, trouble, waitSeconds }: Props) {
  const isOver = trouble?.kind === 'tooMany' && waitSeconds === 0;
  return (
    <div className="min-h-14 text-pretty font-semibold text-trouble">
      {/* Announced once; the countdown beside it is only visual. */}
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
