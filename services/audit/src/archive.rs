//! Reads verified entries again, so that a match does not have to stay in memory.

use evidence::MAX_LINE;
use std::io::{self, BufRead, Read as _, Seek, SeekFrom};

/// A source from which verified entries can be read again.
pub trait Archive {
    /// The bytes of the entry with this sequence number.
    ///
    /// # Errors
    /// The entry cannot be read.
    fn leaf(&mut self, seq: u64) -> io::Result<Vec<u8>>;

    /// Announces the entries that are read next. An archive may then read them together.
    fn announce(&mut self, _seqs: &[u64]) {}
}

/// The distance, in lines, between two marks.
const STRIDE: u64 = 256;

/// An export with random access. The entry with the sequence number `seq` is line `seq`, and line 0 is the header.
pub struct SeekableExport<R> {
    source: R,
    /// The next line, and its offset.
    line: u64,
    offset: u64,
    /// The offsets of the lines 0, 256, 512, …, as far as they are known.
    marks: Vec<u64>,
}

impl<R: BufRead + Seek> SeekableExport<R> {
    /// Starts at the first byte of an export.
    pub fn new(source: R) -> Self {
        Self {
            source,
            line: 0,
            offset: 0,
            marks: vec![0],
        }
    }

    /// Seeks to the beginning of a line, from the nearest mark before it.
    fn seek_line(&mut self, line: u64) -> io::Result<()> {
        let last = self.marks.len().saturating_sub(1) as u64;
        let mark = (line / STRIDE).min(last);
        let marked = mark * STRIDE;
        if line < self.line || self.line < marked {
            let index = usize::try_from(mark).map_err(io::Error::other)?;
            let offset = *self.marks.get(index).ok_or(io::ErrorKind::UnexpectedEof)?;
            self.source.seek(SeekFrom::Start(offset))?;
            (self.line, self.offset) = (marked, offset);
        }
        while self.line < line {
            let skipped = self.source.skip_until(b'\n')?;
            self.advance(skipped)?;
        }
        Ok(())
    }

    fn advance(&mut self, bytes: usize) -> io::Result<()> {
        if bytes == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.line += 1;
        self.offset += bytes as u64;
        if self.line == self.marks.len() as u64 * STRIDE {
            self.marks.push(self.offset);
        }
        Ok(())
    }
}

impl<R: BufRead + Seek> Archive for SeekableExport<R> {
    fn leaf(&mut self, seq: u64) -> io::Result<Vec<u8>> {
        self.seek_line(seq)?;
        let mut line = Vec::new();
        let most = MAX_LINE as u64 + 1;
        let read = self
            .source
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut line)?;
        self.advance(read)?;
        match line.pop() {
            Some(b'\n') => Ok(line),
            Some(_) | None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    #[test]
    fn every_line_is_found_from_everywhere() {
        let line = |line: u64| "x".repeat((line % 7) as usize) + &line.to_string();
        let lines: Vec<String> = (0..1000).map(line).collect();
        let text = lines.join("\n") + "\n";
        let source = BufReader::with_capacity(64, Cursor::new(text));
        let mut export = SeekableExport::new(source);
        let mut seq = 1;
        for _ in 0..5000 {
            assert_eq!(export.leaf(seq).unwrap(), line(seq).into_bytes());
            seq = (seq * 611 + 1) % 1000;
        }
        for seq in [999, 1, 2, 3, 255, 256, 257, 0] {
            assert_eq!(export.leaf(seq).unwrap(), line(seq).into_bytes());
        }
        assert!(export.leaf(1000).is_err());
        assert_eq!(export.leaf(5).unwrap(), line(5).into_bytes());
    }

    #[test]
    fn a_line_that_is_cut_off_is_none() {
        let mut export = SeekableExport::new(Cursor::new("header\none\ntwo"));
        assert_eq!(export.leaf(1).unwrap(), b"one");
        assert!(export.leaf(2).is_err());
        assert!(export.leaf(3).is_err());
    }
}
