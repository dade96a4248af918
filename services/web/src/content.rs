//! Content that is the same for everybody for as long as the process lives.

use std::io::Write as _;

use bytes::Bytes;
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

/// What is served as it is: kept once, compressed once, and shared by all answers.
#[derive(Debug)]
pub struct Content {
    /// Its media type.
    pub content_type: &'static str,
    /// The content.
    pub bytes: Bytes,
    /// The same, compressed with gzip (RFC 1952).
    pub gzip: Bytes,
    /// An entity tag (RFC 9110) without quotes: it changes when the content does.
    pub etag: String,
}

impl Content {
    /// Compresses it.
    pub fn new(content_type: &'static str, bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        Self {
            content_type,
            gzip: gzip(&bytes).unwrap_or_default().into(),
            etag: etag(&bytes),
            bytes,
        }
    }
}

/// An entity tag (RFC 9110) of a content, without quotes: half of its SHA-256, which is enough to tell contents apart.
pub fn etag(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    HEXLOWER.encode(hash.get(..16).unwrap_or_default())
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
