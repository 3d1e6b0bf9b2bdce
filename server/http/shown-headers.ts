/** Characters of a signature that are shown: enough to compare two, too few to post the body again. */
const SIGNATURE_SHOWN = 8;

/** Headers as people may see them, with truncated signatures. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.endsWith('-signature') ? cut(value) : value]),
  );
}

function cut(signature: string): string {
  return signature.length > SIGNATURE_SHOWN ? `${signature.slice(0, SIGNATURE_SHOWN)}…` : signature;
}
