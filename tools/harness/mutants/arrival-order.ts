import type * as original from '../../../domain/fact';

export * from '../../../domain/fact';

export const compareFacts: typeof original.compareFacts = () => 0;
