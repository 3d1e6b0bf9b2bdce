import * as z from 'zod';
import { branchParameter } from '../http/parameters';
import { Problem } from '../http/problem';
import { branchFor } from './access';
import { endpoint } from './endpoint';

export const leaveKioskEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/kiosk/leave',
  summary:
    'Whether a screen may leave its kiosk with this PIN (setting kioskPin). After five wrong ones it has to wait for ten minutes.',
  views: ['kitchen', 'pass', 'ready', 'tables', 'pickup'],
  managers: 'none',
  query: z.strictObject({ branch: branchParameter }),
  body: z.strictObject({ pin: z.string().max(20) }),
  reply: z.object({ mayLeave: z.literal(true) }),
  async handle({ deps, viewer, query, body }) {
    const pin = deps.settings.value('kioskPin', branchFor(viewer, query.branch));
    if (pin === 'off' || viewer.screen === null) return { mayLeave: true };
    // The page asks without one to learn whether it is needed.
    if (body.pin === '') throw new Problem(403, 'A PIN is needed.', { code: 'pin-needed' });
    const who = `kiosk ${viewer.screen.id}`;
    const seconds = await deps.codeTries.count(who);
    if (seconds > 0) {
      const headers = { 'Retry-After': String(seconds) };
      throw new Problem(429, `Too many wrong PINs: wait ${Math.ceil(seconds / 60)} min.`, {
        headers,
        code: 'too-many',
      });
    }
    if (String(pin) === body.pin) {
      await deps.codeTries.recordRight(who);
      return { mayLeave: true };
    }
    throw new Problem(403, 'This PIN is wrong.', { code: 'pin' });
  },
});
