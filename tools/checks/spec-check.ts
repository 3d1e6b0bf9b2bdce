/** The numbers of the rules in a SPEC.md: lines that start with `**F12**`. */
export function ruleNumbers(spec: string): string[] {
  return [...spec.matchAll(/^\*\*(F\d+[a-z]?)\*\*/gm)].map(([, number]) => number as string);
}

/** The rules that a test file's titles cite: strings that start with `[F12]`, or with several of them. */
export function citedRules(testFile: string): string[] {
  return [...testFile.matchAll(/['"`]((?:\[F\d+[a-z]?\]\s*)+)/g)].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/F\d+[a-z]?/g)].map(([number]) => number),
  );
}
