//! The signatures of JSON Web Tokens (RFC 7518, RFC 8037) by ring. There are only the algorithms by which tokens are taken here; and only
//! the one of our own tokens signs.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::signature::{self, Signer, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind, EncodingKey};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, Ed25519KeyPair, RSA_PKCS1_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA256, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey,
    VerificationAlgorithm,
};

/// What `jsonwebtoken` signs and verifies with.
pub(crate) static RING: CryptoProvider = CryptoProvider {
    signer_factory: signer,
    verifier_factory: verifier,
    // Nobody makes a JSON Web Key of a private key.
    key_utils: KeyUtils::new_unimplemented(),
};

/// How a signature by RSA is verified. A key of less than 2048 bits, or more than 8192, verifies nothing.
static RSA: [(Algorithm, &RsaParameters); 2] = [
    (Algorithm::RS256, &RSA_PKCS1_2048_8192_SHA256),
    (Algorithm::PS256, &RSA_PSS_2048_8192_SHA256),
];

/// How one is verified whose key is a point of a curve.
static CURVES: [(Algorithm, &dyn VerificationAlgorithm); 2] = [
    (Algorithm::ES256, &ECDSA_P256_SHA256_FIXED),
    (Algorithm::EdDSA, &ED25519),
];

fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>, Error> {
    if *algorithm != Algorithm::EdDSA {
        return Err(ErrorKind::UnsupportedAlgorithm.into());
    }
    if key.family() != AlgorithmFamily::Ed {
        return Err(ErrorKind::InvalidKeyFormat.into());
    }
    // A key may come without its public half, as the first version of PKCS#8 has it.
    let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(key.as_bytes());
    let pair = pair.map_err(|_| Error::from(ErrorKind::InvalidEddsaKey))?;
    Ok(Box::new(EdDsaSigner(pair)))
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    if algorithm.family() != key.family() {
        return Err(ErrorKind::InvalidKeyFormat.into());
    }
    Ok(match key.kind() {
        DecodingKeyKind::RsaModulusExponent { n, e } => Box::new(RsaVerifier {
            algorithm: *algorithm,
            parameters: parameters(&RSA, *algorithm)?,
            // Some issuers put a zero before the modulus (RFC 7518, section 6.3.1.1), which ring does not take.
            modulus: without_leading_zeros(n).to_vec(),
            exponent: without_leading_zeros(e).to_vec(),
        }),
        DecodingKeyKind::SecretOrDer(point) => Box::new(CurveVerifier {
            algorithm: *algorithm,
            key: UnparsedPublicKey::new(parameters(&CURVES, *algorithm)?, point.clone()),
        }),
    })
}

/// What an algorithm is in a table of its kind of keys.
fn parameters<T: Copy>(table: &[(Algorithm, T)], algorithm: Algorithm) -> Result<T, Error> {
    let found = table.iter().find(|(known, _)| *known == algorithm);
    let found = found.map(|(_, parameters)| *parameters);
    found.ok_or_else(|| ErrorKind::UnsupportedAlgorithm.into())
}

fn without_leading_zeros(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    number.get(zeros..).unwrap_or_default()
}

struct EdDsaSigner(Ed25519KeyPair);

impl Signer<Vec<u8>> for EdDsaSigner {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, signature::Error> {
        Ok(self.0.sign(message).as_ref().to_vec())
    }
}

impl JwtSigner for EdDsaSigner {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

struct RsaVerifier {
    algorithm: Algorithm,
    parameters: &'static RsaParameters,
    modulus: Vec<u8>,
    exponent: Vec<u8>,
}

impl Verifier<Vec<u8>> for RsaVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let key = RsaPublicKeyComponents {
            n: &self.modulus,
            e: &self.exponent,
        };
        let verified = key.verify(self.parameters, message, signature);
        verified.map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for RsaVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

/// A key that is a point of a curve.
struct CurveVerifier {
    algorithm: Algorithm,
    key: UnparsedPublicKey<Vec<u8>>,
}

impl Verifier<Vec<u8>> for CurveVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let verified = self.key.verify(message, signature);
        verified.map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for CurveVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
