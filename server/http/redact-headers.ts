/** Characters of a signature that are shown: enough to compare two, too few to post the body again. */
const SHOWN_SIGNATURE_LENGTH = 8;

/** Headers as people may see them, with truncated signatures. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.endsWith('-signature') ? cut(value) : value]),
  );
}

function cut(signature: string): string {
  return signature.length > SHOWN_SIGNATURE_LENGTH ? `${signature.slice(0, SHOWN_SIGNATURE_LENGTH)}…` : signature;
}
