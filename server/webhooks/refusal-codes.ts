import type { RefusalCode } from '../../contract/deliveries';

/** What we say with each code of refusal. */
export const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  NO_SUBSCRIPTION_ID: 'The request carries no X-…-Subscription-Id header.',
  INVALID_SUBSCRIPTION_ID: 'This subscription is not known here.',
  NO_SIGNATURE: 'The request carries no X-…-Signature header.',
  INVALID_SIGNATURE: 'The signature is not that of this body with this subscription’s secret.',
  NO_CONTENT_TYPE: 'The request carries no Content-Type header.',
  INVALID_CONTENT_TYPE: 'The Content-Type must be application/json.',
  INVALID_JSON: 'The body cannot be read as JSON.',
  INVALID_DATA: 'The request is not of the documented shape.',
  NO_EVENT_DETAILS: 'The body has no details for this event.',
  NO_SCANNED_CODE: 'The body has no scanned code.',
  METHOD_NOT_ALLOWED: 'Webhooks are posted.',
  UNAVAILABLE: 'The delivery could not be stored. Send it again.',
};
