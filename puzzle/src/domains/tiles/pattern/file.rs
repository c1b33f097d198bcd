//! Databases in a file, with a checksum: read if it is there and whole, built and written otherwise.

use std::io::{self, Read, Write};
use std::path::Path;

use provebest_system::{File, create_dir_all, replace};

use super::build::{Progress, room};
use super::database::{DatabaseError, Databases, Partition};
use crate::limits::Reason;

/// Databases, and where they come from.
#[derive(Debug)]
pub struct Opened {
    /// The databases.
    pub databases: Databases,
    /// Where they come from.
    pub origin: Origin,
}

/// Where databases come from.
#[derive(Debug)]
pub enum Origin {
    /// From the file.
    Read,
    /// The file could not be used, so they were built; and then written, if that was possible.
    Built {
        /// What was wrong with the file.
        why: io::Error,
        /// Whether they were written.
        written: io::Result<()>,
    },
}

impl Databases {
    /// Reads databases from a file. If it is not there, or damaged, or of another partition, they are built and written, and
    /// `progress` is called meanwhile. If it returns a reason to stop, nothing is written.
    ///
    /// ```
    /// use provebest_puzzle::tiles::{Databases, Origin, Partition};
    /// let partition = Partition::new(3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
    /// let file = std::env::temp_dir().join(format!("provebest-doc-{}.tiles", std::process::id()));
    /// let built = Databases::open(&file, &partition, &mut |_| None)?;
    /// assert!(matches!(built.origin, Origin::Built { written: Ok(()), .. }));
    /// let read = Databases::open(&file, &partition, &mut |_| None)?;
    /// assert!(matches!(read.origin, Origin::Read) && read.databases == built.databases);
    /// # std::fs::remove_file(&file)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(
        path: &Path,
        partition: &Partition,
        progress: &mut dyn FnMut(Progress) -> Option<Reason>,
    ) -> Result<Opened, DatabaseError> {
        match Databases::read(path, partition) {
            Ok(databases) => Ok(Opened { databases, origin: Origin::Read }),
            // The file may be good, and to build another would take more.
            Err(why) if why.kind() == io::ErrorKind::OutOfMemory => {
                Err(DatabaseError::Memory { bytes: partition.bytes() })
            }
            Err(why) => {
                let databases = Databases::build(partition, progress)?;
                let written = databases.write(path);
                Ok(Opened { databases, origin: Origin::Built { why, written } })
            }
        }
    }

    /// Reads databases of this partition from a file, if they are whole.
    pub fn read(path: &Path, partition: &Partition) -> io::Result<Databases> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
        let mut file = File::open(path)?;
        let head = head(partition);
        let expected = head.len() as u64 + partition.bytes() + 8;
        if file.metadata()?.len() != expected {
            return Err(wrong("the file has the wrong length"));
        }
        let mut read = vec![0; head.len()];
        file.read_exact(&mut read)?;
        if read != head {
            return Err(wrong("the file is not a database of this partition"));
        }
        let places = partition.places();
        let mut sum = Sum::new(&head);
        let mut costs = Vec::new();
        for places in &places {
            let mut bytes = room(places.len()).map_err(|why| io::Error::new(io::ErrorKind::OutOfMemory, why))?;
            (&mut file).take(places.len() as u64).read_to_end(&mut bytes)?;
            if bytes.len() != places.len() {
                return Err(wrong("the file ends too early"));
            }
            sum.add(&bytes);
            costs.push(bytes);
        }
        let mut last = [0; 8];
        file.read_exact(&mut last)?;
        if u64::from_le_bytes(last) != sum.0 {
            return Err(wrong("the checksum is wrong: the file is damaged"));
        }
        Ok(Databases { partition: partition.clone(), places, costs })
    }

    /// Writes the databases as a whole: no reader sees half of them.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            create_dir_all(folder)?;
        }
        replace(path, |file| self.write_to(file))
    }

    fn write_to(&self, file: &mut File) -> io::Result<()> {
        let head = head(&self.partition);
        file.write_all(&head)?;
        let mut sum = Sum::new(&head);
        for costs in &self.costs {
            file.write_all(costs)?;
            sum.add(costs);
        }
        file.write_all(&sum.0.to_le_bytes())
    }
}

/// What a file begins with: the form of the file, the board and the tiles of each pattern.
fn head(partition: &Partition) -> Vec<u8> {
    let mut head = b"provebest pattern databases 1\n".to_vec();
    head.extend([partition.width() as u8, partition.height() as u8, partition.patterns().len() as u8]);
    for tiles in partition.patterns() {
        head.push(tiles.len() as u8);
        head.extend(tiles);
    }
    head
}

/// A checksum, eight bytes at a time. Every step can be undone, so no change of one word is missed.
struct Sum(u64);

impl Sum {
    fn new(head: &[u8]) -> Sum {
        let mut sum = Sum(0);
        sum.add(head);
        sum
    }

    fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut step = |word: u64| self.0 = ((self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29);
        words.iter().for_each(|&word| step(u64::from_le_bytes(word)));
        rest.iter().for_each(|&byte| step(u64::from(byte)));
    }
}
