import { ALGORITHMS, SECRET_ENCODINGS, SIGNATURE_ENCODINGS } from '../../contract/constants';
import type { SignatureFinding } from '../../contract/deliveries';
import { type Algorithm, digest, type SecretEncoding, type SignatureEncoding } from './sign';
import type { Subscription } from './subscription';
import { type Claimed, decodeSignature, matches } from './verify';

/** Bytes to hash at most, because anybody can send a large body with an invalid signature. About 10 ms. */
const MAX_BYTES = 4_000_000;
/** What a digest costs besides its body. */
const BYTES_OF_DIGEST = 2_000;
const DIGEST_LENGTHS: Readonly<Record<Algorithm, number>> = { sha256: 32, sha1: 20, sha512: 64 };

/**
 * Explains why a signature does not match, by trying other secrets and ways of signing: first those of the claimed
 * subscription, then those of others, as far as the body is small enough. Never used to accept a request.
 */
export function explainMismatch(
  { subscription, pair }: Claimed,
  body: Uint8Array,
  all: Iterable<Subscription>,
): SignatureFinding {
  const variants = variantsOf(pair.signature);
  let bytes = 0;
  for (const candidate of new Set([subscription, ...all])) {
    for (const { signature, ...variant } of variants) {
      for (const { secret } of candidate.secrets) {
        bytes += body.length + BYTES_OF_DIGEST;
        if (bytes > MAX_BYTES) return { is: 'unknown-secret' };
        if (matches(signature, digest(body, { ...variant, secret })))
          return findingOf(candidate, subscription, variant);
      }
    }
  }
  return { is: 'unknown-secret' };
}

/** The ways of signing that produce a signature of this length. */
function variantsOf(text: string): (Variant & { signature: Buffer })[] {
  return SIGNATURE_ENCODINGS.flatMap((signatureEncoding) => {
    const signature = decodeSignature(text, signatureEncoding);
    if (!signature) return [];
    return ALGORITHMS.filter((algorithm) => DIGEST_LENGTHS[algorithm] === signature.length).flatMap((algorithm) =>
      SECRET_ENCODINGS.map((secretEncoding) => ({ secretEncoding, signatureEncoding, algorithm, signature })),
    );
  });
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
