/** A defect of the product: other exports of one of its modules. */
export type Mutation = { module: string; description: string; replaces: Record<string, unknown> };

/** `replaces` has a function for each replaced export, which gets the original module. */
export function mutation<Module>(
  module: string,
  description: string,
  replaces: { [Name in keyof Module]?: (original: Module) => Module[Name] },
): Mutation {
  return { module, description, replaces };
}
