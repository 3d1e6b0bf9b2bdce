import { Problem } from '../http/problem';
import { UserError } from '../user-error';

/** The status of refusals by their code; 400 for others. */
const STATUSES: Readonly<Record<string, number>> = {
  unknown: 404,
  erased: 409,
  'no-screen': 404,
  changed: 409,
  exists: 409,
  'in-use': 409,
  'one-secret': 409,
  'two-secrets': 409,
  'no-factor': 409,
  'last-owner': 409,
  self: 409,
  taken: 409,
  used: 409,
};

/** Refuses a request with the message and the code of a `UserError`. @throws Problem */
export function asProblem(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new Problem(STATUSES[error.code ?? ''] ?? 400, `${error.message}.`, { code: error.code });
}
