import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type HandshakeCode, LIVE_CONTRACT } from '../../domain/live-contract';
import type { Screen } from '../screens/screens';
import { cookieToken, hashToken } from '../session/screen-token';

const handshake = z.object({
  token: z.string().optional(),
  branch: z.int().optional(),
  contract: z.int().optional(),
  build: z.string().max(200).optional(),
});

export type Admitted =
  | { admitted: true; screen: Screen; branch: number }
  | { admitted: false; code: HandshakeCode; message: string };

/** Who a socket is from, and whose board it gets. Its room comes from here, never from what it says later. */
export function admit(auth: unknown, headers: IncomingHttpHeaders, screens: ReadonlyMap<string, Screen>): Admitted {
  const parsed = handshake.safeParse(auth ?? {});
  if (!parsed.success) return refused('too-old', 'This screen does not speak our language: reload it.');
  const { token = cookieToken(headers.cookie), branch, contract = LIVE_CONTRACT } = parsed.data;
  if (contract !== LIVE_CONTRACT) return refused('too-old', 'This screen is of another version: reload it.');
  if (token === null || token === '') return refused('no-token', 'This screen is not paired.');
  const screen = screens.get(hashToken(token));
  if (!screen) return refused('unknown', 'This screen is not known here: pair it again.');
  if (screen.revokedAt !== null) return refused('revoked', 'This screen was shut out: pair it again.');
  const [only] = screen.branches;
  const wanted = branch ?? (screen.branches.length === 1 ? only : undefined);
  if (wanted === undefined)
    return refused('branch', `This screen has several branches: say which of ${screen.branches.join(', ')}.`);
  if (!screen.branches.includes(wanted)) return refused('branch', `Branch ${wanted} is not this screen's.`);
  return { admitted: true, screen, branch: wanted };
}

/**
 * Whether a page of this origin may open a socket. CORS does not cover WebSocket: without this, any page that a
 * waiter's tablet visits could read the board with the tablet's cookie. Programs send no origin.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin);
}

function refused(code: HandshakeCode, message: string): Admitted {
  return { admitted: false, code, message };
}
