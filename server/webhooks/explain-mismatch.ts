import { ALGORITHMS, SECRET_ENCODINGS, SIGNATURE_ENCODINGS, type SignatureFinding } from '../../contract/deliveries';
import type { Algorithm, SecretEncoding, SignatureEncoding } from './sign';
import { digest } from './sign';
import type { Subscription } from './subscription';
import { type Claimed, decodeSignature, matches } from './verify';

/**
 * Explains why a signature does not match, by trying other secrets and ways of signing. Never used to accept a request.
 */
export function explainMismatch(
  { subscription, pair }: Claimed,
  body: Uint8Array,
  all: Iterable<Subscription>,
): SignatureFinding {
  for (const secretEncoding of SECRET_ENCODINGS) {
    for (const signatureEncoding of SIGNATURE_ENCODINGS) {
      const signature = decodeSignature(pair.signature, signatureEncoding);
      if (!signature) continue;
      for (const algorithm of ALGORITHMS) {
        const variant = { secretEncoding, signatureEncoding, algorithm };
        const signedWith = ({ secret }: Secret) => matches(signature, digest(body, { ...variant, secret }));
        for (const candidate of [subscription, ...all]) {
          if (candidate.secrets.some(signedWith)) return findingOf(candidate, subscription, variant);
        }
      }
    }
  }
  return { is: 'unknown-secret' };
}

/** Describes a finding, for the log and for the person who sets up the subscription. */
export function describeMismatch(finding: SignatureFinding): string {
  switch (finding.is) {
    case 'other-subscription':
      return `it would match with the secret of subscription ${finding.id}`;
    case 'ended-secret':
      return 'it was signed with a secret that has ended';
    case 'unknown-secret':
      return 'nor does it match with any other encoding';
    case 'signed-otherwise': {
      const { secretEncoding, signatureEncoding, algorithm } = finding;
      const options = [
        secretEncoding && `--secret-encoding ${secretEncoding}`,
        signatureEncoding && `--signature-encoding ${signatureEncoding}`,
        algorithm && `--algorithm ${algorithm}`,
      ];
      return `it would match with ${options.filter((option) => option !== null).join(' ')}`;
    }
  }
}

type Secret = Subscription['secrets'][number];
type Variant = { secretEncoding: SecretEncoding; signatureEncoding: SignatureEncoding; algorithm: Algorithm };

function findingOf(found: Subscription, claimed: Subscription, variant: Variant): SignatureFinding {
  if (found.id !== claimed.id) return { is: 'other-subscription', id: found.id };
  const otherwise = {
    secretEncoding: variant.secretEncoding === claimed.secretEncoding ? null : variant.secretEncoding,
    signatureEncoding: variant.signatureEncoding === claimed.signatureEncoding ? null : variant.signatureEncoding,
    algorithm: variant.algorithm === claimed.algorithm ? null : variant.algorithm,
  };
  const isOtherwise = Object.values(otherwise).some((differs) => differs !== null);
  // Signed with the right options and a secret of the subscription, so the secret has expired.
  return isOtherwise ? { is: 'signed-otherwise', ...otherwise } : { is: 'ended-secret' };
}
