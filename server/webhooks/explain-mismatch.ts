import type { Algorithm, SecretEncoding, SignatureEncoding } from './sign';
import { digest } from './sign';
import type { Subscription } from './subscription';
import { type Claimed, decodeSignature, matches } from './verify';

const SECRET_ENCODINGS: readonly SecretEncoding[] = ['base64', 'utf8'];
const SIGNATURE_ENCODINGS: readonly SignatureEncoding[] = ['base64', 'hex'];
const ALGORITHMS: readonly Algorithm[] = ['sha256', 'sha1', 'sha512'];

/**
 * Why a signature may not match: the other way of signing that would have, in words for who set the subscription up.
 * Null when no variant matches. It explains only; nothing is ever accepted by it.
 */
export function explainMismatch(
  { subscription, pair }: Claimed,
  body: Uint8Array,
  all: Iterable<Subscription>,
): string | null {
  for (const secretEncoding of SECRET_ENCODINGS) {
    for (const signatureEncoding of SIGNATURE_ENCODINGS) {
      const signature = decodeSignature(pair.signature, signatureEncoding);
      if (!signature) continue;
      for (const algorithm of ALGORITHMS) {
        const variant = { secretEncoding, signatureEncoding, algorithm };
        const signedWith = ({ secret }: Secret) => matches(signature, digest(body, { ...variant, secret }));
        for (const candidate of [subscription, ...all]) {
          if (candidate.secrets.some(signedWith)) return wordsFor(candidate, subscription, variant);
        }
      }
    }
  }
  return null;
}

type Secret = Subscription['secrets'][number];
type Variant = { secretEncoding: SecretEncoding; signatureEncoding: SignatureEncoding; algorithm: Algorithm };

function wordsFor(found: Subscription, claimed: Subscription, variant: Variant): string {
  if (found.id !== claimed.id) return `it would match with the secret of subscription ${found.id}`;
  const differs = [
    variant.secretEncoding !== claimed.secretEncoding && `--secret-encoding ${variant.secretEncoding}`,
    variant.signatureEncoding !== claimed.signatureEncoding && `--signature-encoding ${variant.signatureEncoding}`,
    variant.algorithm !== claimed.algorithm && `--algorithm ${variant.algorithm}`,
  ].filter((difference) => difference !== false);
  if (differs.length > 0) return `it would match with ${differs.join(' ')}`;
  // Signed as agreed, with a secret of the subscription, and still refused.
  return 'it was signed with a secret that has ended';
}
