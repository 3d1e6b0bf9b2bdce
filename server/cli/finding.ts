/** A finding: what is good or wrong, why, and what to do. A `hint` is no problem: something that can still be set up. */
export type Finding = { level: 'ok' | 'hint' | 'warn' | 'error'; what: string; why: string; do: string };

export function ok(what: string, why: string): Finding {
  return { level: 'ok', what, why, do: 'nothing' };
}

export function hint(what: string, why: string, remedy: string): Finding {
  return { level: 'hint', what, why, do: remedy };
}

export function warn(what: string, why: string, remedy: string): Finding {
  return { level: 'warn', what, why, do: remedy };
}

export function error(what: string, why: string, remedy: string): Finding {
  return { level: 'error', what, why, do: remedy };
}
