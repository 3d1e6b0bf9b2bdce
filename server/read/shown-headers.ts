/** So much of a signature tells two apart; with the whole of it a body could be posted once more. */
const SIGNATURE_SHOWN = 8;

/** Headers as people may see them: signatures are cut. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.endsWith('-signature') ? cut(value) : value]),
  );
}

function cut(signature: string): string {
  return signature.length > SIGNATURE_SHOWN ? `${signature.slice(0, SIGNATURE_SHOWN)}…` : signature;
}
