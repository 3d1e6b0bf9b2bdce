/** Decodes the percent escapes of a part of an address; a part with an invalid one stays as it is. */
export function decodeEscapes(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
