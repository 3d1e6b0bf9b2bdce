/**
 * These branches, and null if their viewer sees all branches: deliveries without a readable branch may contain guests'
 * names of any branch.
 */
export function deliveryBranches(branches: readonly number[], isOfAll: boolean): (number | null)[] {
  return isOfAll ? [...branches, null] : [...branches];
}

/**
 * Whether somebody with these branches may open a delivery. `branch` is that of the delivery, null if it has no readable
 * one.
 */
export function mayOpenDelivery(branch: number | null, branches: readonly number[], isOfAll: boolean): boolean {
  return deliveryBranches(branches, isOfAll).includes(branch);
}
