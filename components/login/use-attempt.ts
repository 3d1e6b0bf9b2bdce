import { useEffect, useState } from 'react';
import type { Api } from '../../contract/api';
import { callApi, type Refusal, type Request } from '../manager/call-api';

/** Reasons for refusing a sign-in (contract, HTTP: the codes of the problems). */
export type Trouble =
  | { kind: 'wrong' | 'busy' | 'link' | 'tooShort' | 'tooLong' | 'empty' | 'address' | 'unreachable' | 'broken' }
  | { kind: 'code' | 'expired' | 'exists' | 'owner' | 'name' }
  | { kind: 'tooMany'; seconds: number };

type Kind = Exclude<Trouble['kind'], 'tooMany'>;
type AuthRoute = Extract<keyof Api, `POST /api/auth/${string}`>;

const WAIT_SECONDS = 60;
/** Codes of problems whose status has several meanings. */
const BY_CODE: Readonly<Record<string, Kind>> = {
  ...{ code: 'code', challenge: 'expired', exists: 'exists', owner: 'owner', name: 'name' },
};
const BY_STATUS: Readonly<Record<number, Kind>> = { 401: 'wrong', 403: 'address', 410: 'link', 503: 'busy' };
/** Input that is longer than the server accepts is never valid. */
const TOO_LONG = [400, 413];
const IF_TOO_LONG: Readonly<Record<AuthRoute, Kind>> = {
  'POST /api/auth/sign-in': 'wrong',
  'POST /api/auth/sign-out': 'broken',
  'POST /api/auth/link': 'link',
  'POST /api/auth/set-password': 'link',
  'POST /api/auth/set-up/link': 'link',
  'POST /api/auth/set-up': 'tooLong',
  'POST /api/auth/second-factor': 'code',
  'POST /api/auth/second-factor/begin': 'wrong',
  'POST /api/auth/second-factor/confirm': 'code',
  'POST /api/auth/second-factor/remove': 'code',
};

/** Asks something of the sign-in: the reply, or why there is none. */
export async function askAuth<Route extends AuthRoute>(
  route: Route,
  body: Api[Route]['body'],
): Promise<{ reply: Api[Route]['reply'] } | { trouble: Trouble }> {
  const replied = await callApi(route, { body } as Request<Route>);
  return replied.is === 'done' ? { reply: replied.answer } : { trouble: troubleOf(route, replied) };
}

function troubleOf(route: AuthRoute, refusal: Refusal): Trouble {
  if (refusal.is === 'unreachable') return { kind: 'unreachable' };
  const { status, code, waitSeconds } = refusal;
  if (status === 429) return { kind: 'tooMany', seconds: waitSeconds ?? WAIT_SECONDS };
  const byStatus = TOO_LONG.includes(status) ? IF_TOO_LONG[route] : BY_STATUS[status];
  return { kind: BY_CODE[code ?? ''] ?? byStatus ?? 'broken' };
}

export type Attempt = {
  trouble: Trouble | null;
  isWorking: boolean;
  /** Seconds until the server accepts another attempt, counting down. */
  waitSeconds: number;
  refuse: (trouble: Trouble) => void;
  /**
   * Sends a request unless one is pending or the server asked to wait. Null without a reply: `onTrouble` learns why.
   */
  send: <Route extends AuthRoute>(
    route: Route,
    body: Api[Route]['body'],
    onTrouble?: (trouble: Trouble) => void,
  ) => Promise<Api[Route]['reply'] | null>;
};

/** Sends one sign-in attempt at a time. */
export function useAttempt(first: Trouble | null = null): Attempt {
  const [trouble, setTrouble] = useState(first);
  const [isWorking, setIsWorking] = useState(false);
  const wait = useWait();
  return {
    trouble,
    isWorking,
    waitSeconds: wait.seconds,
    refuse: setTrouble,
    async send(route, body, onTrouble) {
      if (isWorking || wait.seconds > 0) return null;
      setIsWorking(true);
      setTrouble(null);
      const asked = await askAuth(route, body);
      setIsWorking(false);
      if ('reply' in asked) return asked.reply;
      setTrouble(asked.trouble);
      if (asked.trouble.kind === 'tooMany') wait.begin(asked.trouble.seconds);
      onTrouble?.(asked.trouble);
      return null;
    },
  };
}

/** Seconds left to wait, computed from an instant rather than counted. `begin` restarts the countdown. */
function useWait(): { seconds: number; begin: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const isOver = now >= until;

  useEffect(() => {
    if (isOver) return;
    const tick = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(tick);
  }, [isOver]);

  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1_000)),
    begin(seconds) {
      setNow(performance.now());
      setUntil(performance.now() + seconds * 1_000);
    },
  };
}
