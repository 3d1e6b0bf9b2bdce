/** Whether one letter added, left out, replaced or swapped with its neighbour turns one text into the other. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length - short.length === 1) return short.slice(at) === long.slice(at + 1);
  if (long.length !== short.length || at === long.length) return false;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2));
}
