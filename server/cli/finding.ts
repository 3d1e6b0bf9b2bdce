/** A finding: what is good or wrong, why, and what to do. */
export type Finding = { level: 'ok' | 'warn' | 'error'; what: string; why: string; do: string };

export function ok(what: string, why: string): Finding {
  return { level: 'ok', what, why, do: 'nothing' };
}

export function warn(what: string, why: string, remedy: string): Finding {
  return { level: 'warn', what, why, do: remedy };
}

export function error(what: string, why: string, remedy: string): Finding {
  return { level: 'error', what, why, do: remedy };
}
