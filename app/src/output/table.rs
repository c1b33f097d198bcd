//! Tables without a frame: words to the left, numbers to the right, and no wider than the terminal.

use std::fmt;

use comfy_table::{Attribute, Cell, CellAlignment, Color, LineStyle, TableStyle};

use super::console;
use super::text::wrapped;

/// How a row looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    Usual,
    Bold,
    /// The best of all.
    Best,
}

/// A table to be printed.
pub struct Table {
    header: Vec<String>,
    left: Vec<bool>,
    /// A column whose text may be cut short.
    flexible: Option<usize>,
    /// The names of columns that are left out first.
    first_to_go: &'static [&'static str],
    /// May rows become columns?
    turns: bool,
    rows: Vec<(Look, Vec<String>)>,
}

/// Spaces around a column, and the one behind it.
const AROUND: usize = 2;
const BETWEEN: usize = 1;
/// What remains at least of a flexible column.
const LEAST: usize = 12;

impl Table {
    /// The first column has words, the others have numbers.
    pub fn new(header: &[&str]) -> Table {
        let header: Vec<String> = header.iter().map(|name| console::plain(name).into_owned()).collect();
        let left = (0..header.len()).map(|column| column == 0).collect();
        Table { header, left, flexible: None, first_to_go: &[], turns: false, rows: Vec::new() }
    }

    /// This column has words, too.
    pub fn words(mut self, column: usize) -> Table {
        if let Some(left) = self.left.get_mut(column) {
            *left = true;
        }
        self
    }

    /// This column has words that may be cut short.
    pub fn flexible(self, column: usize) -> Table {
        Table { flexible: Some(column), ..self.words(column) }
    }

    /// Where there is no room, these columns are left out first, in this order; then the last ones.
    pub fn first_to_go(self, names: &'static [&'static str]) -> Table {
        Table { first_to_go: names, ..self }
    }

    /// Rows become columns where that leaves out fewer numbers. The first column has the names of rows.
    pub fn turns(self) -> Table {
        Table { turns: true, ..self }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.row_as(Look::Usual, cells);
    }

    pub fn row_as(&mut self, look: Look, cells: impl IntoIterator<Item = String>) {
        self.rows.push((look, cells.into_iter().map(|cell| console::plain(&cell).into_owned()).collect()));
    }

    /// The width of a column.
    fn column(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(column));
        cells.chain(self.header.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    /// The columns that fit into a width, and how wide the flexible one may be.
    fn fit(&self, width: usize) -> (Vec<usize>, usize) {
        let wanted = self.flexible.map_or(0, |column| self.column(column));
        let mut shown: Vec<usize> = (0..self.header.len()).collect();
        loop {
            let fixed =
                shown.iter().filter(|column| Some(**column) != self.flexible).map(|column| self.column(*column));
            let rest = fixed.sum::<usize>() + shown.len() * (AROUND + BETWEEN) - BETWEEN;
            let has_flexible = self.flexible.is_some_and(|column| shown.contains(&column));
            let least = if has_flexible { wanted.min(LEAST) } else { 0 };
            if rest + least <= width || shown.len() <= 2 {
                return (shown, wanted.min(width.saturating_sub(rest)).max(least));
            }
            let named = |name: &&str| shown.iter().position(|column| self.header[*column] == console::plain(name));
            let last = shown.len() - 1;
            shown.remove(self.first_to_go.iter().find_map(named).unwrap_or(last));
        }
    }

    /// Columns as rows, and rows as columns.
    fn turned(&self) -> Table {
        let text = |(_, cells): &(Look, Vec<String>), column: usize| cells.get(column).cloned().unwrap_or_default();
        let line = |column: usize| self.rows.iter().map(move |row| text(row, column));
        let names = |column: usize| std::iter::once(self.header[column].clone()).chain(line(column)).collect();
        let header: Vec<String> = names(0);
        Table {
            left: (0..header.len()).map(|column| column == 0).collect(),
            rows: (1..self.header.len()).map(|column| (Look::Usual, names(column))).collect(),
            header,
            flexible: None,
            first_to_go: &[],
            turns: false,
        }
    }

    /// How many cells a width has no room for.
    fn left_out(&self, width: usize) -> usize {
        (self.header.len() - self.fit(width).0.len()) * self.rows.len()
    }

    fn write(&self, width: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.turns && self.left_out(width) > 0 {
            let turned = self.turned();
            if turned.left_out(width) < self.left_out(width) {
                return turned.write(width, f);
            }
        }
        let (shown, flexible) = self.fit(width);
        let mut table = comfy_table::Table::new();
        let rule = if console::is_ascii() { '-' } else { '─' };
        let rule = LineStyle::none().fill(rule).junction(rule);
        table.load_style(TableStyle::new().header_separator(rule)).enforce_styling();
        table.set_header(shown.iter().map(|column| Cell::new(&self.header[*column]).add_attribute(Attribute::Bold)));
        for (place, column) in shown.iter().enumerate() {
            if let Some(to) = table.column_mut(place) {
                to.set_cell_alignment(if self.left[*column] { CellAlignment::Left } else { CellAlignment::Right });
            }
        }
        for (look, cells) in &self.rows {
            let cell = |column: &usize| {
                let text = cells.get(*column).map_or("", String::as_str);
                let text = if Some(*column) == self.flexible { cut(text, flexible) } else { text.to_string() };
                match look {
                    Look::Usual => Cell::new(text),
                    Look::Bold => Cell::new(text).add_attribute(Attribute::Bold),
                    Look::Best => Cell::new(text).add_attribute(Attribute::Bold).fg(Color::Green),
                }
            };
            table.add_row(shown.iter().map(cell));
        }
        write!(f, "{table}")?;
        let hidden =
            (0..self.header.len()).filter(|column| !shown.contains(column) && !self.header[*column].is_empty());
        let hidden: Vec<&str> = hidden.map(|column| self.header[column].as_str()).collect();
        if hidden.is_empty() {
            return Ok(());
        }
        let note = format!("not shown in {width} columns: {} (--json has all)", hidden.join(", "));
        write!(f, "\n{}", wrapped(&note, width).join("\n"))
    }
}

/// The beginning of a text, whole words of it, in so many columns.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    let room = width.saturating_sub(4);
    let end = text.char_indices().nth(room).map_or(text.len(), |(end, _)| end);
    let words = text[..end].rfind(' ').filter(|_| !text[end..].starts_with(' ')).map_or(end, |space| space);
    format!("{} ...", text[..words].trim_end())
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(console::width().unwrap_or(usize::MAX), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Within<'a>(&'a Table, usize);

    impl fmt::Display for Within<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.write(self.1, f)
        }
    }

    #[test]
    fn a_table_is_no_wider_than_its_terminal() {
        let mut table = Table::new(&["algorithm", "leaves", "stored", "time"]).first_to_go(&["stored"]);
        table.row(["alpha-beta".into(), "1,234".into(), "0".into(), "7 ms".into()]);
        // The rule is as wide as the table, and has no style.
        let widest = |text: &str| text.lines().nth(1).map(|line| line.chars().count());
        let text = Within(&table, 200).to_string();
        assert!(text.contains("stored") && !text.contains("not shown"), "{text}");
        let whole = widest(&text).unwrap();
        assert_eq!(widest(&Within(&table, whole).to_string()), Some(whole));
        let text = Within(&table, whole - 1).to_string();
        let flat = text.replace('\n', " ");
        assert!(flat.ends_with("columns: stored (--json has all)") && text.contains("7 ms"), "{text}");
        assert!(widest(&text).unwrap() < whole, "{text}");
        let text = Within(&table, 5).to_string();
        assert!(text.contains("1,234") && text.contains("stored,\ntime"), "{text}");
    }

    #[test]
    fn a_wide_table_is_turned_where_that_shows_more() {
        let searches = ["ab", "aspiration", "negascout", "sss-star", "dual-star", "mtd-f"];
        let header: Vec<&str> = ["trees"].into_iter().chain(searches).collect();
        let mut table = Table::new(&header).turns();
        for trees in ["w=5 d=6", "w=9 d=4"] {
            table.row([trees.to_string()].into_iter().chain((1..=6).map(|number| (100 * number).to_string())));
        }
        let text = Within(&table, 40).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("w=5 d=6") && lines[0].contains("w=9 d=4"), "{text}");
        let row: Vec<&str> = lines[4].split_whitespace().collect();
        assert_eq!((row, lines.len()), (vec!["negascout", "300", "300"], 2 + searches.len()), "{text}");
        let text = Within(&table, 200).to_string();
        assert!(text.lines().count() == 4 && text.contains("mtd-f"), "there is room: {text}");
        (0..20).for_each(|number| table.row([format!("w={number} d=2"), "7".into()]));
        let text = Within(&table, 40).to_string();
        assert!(text.contains("not shown in 40 columns: ") && text.lines().count() > 22, "{text}");
        assert!(text.lines().skip(1).all(|line| line.chars().count() <= 40), "{text}");
    }

    #[test]
    fn long_lines_are_cut_between_words() {
        let mut table = Table::new(&["move", "best play"]).flexible(1);
        table.row(["e2e4".into(), "e2e4 e7e5 g1f3 b8c6 f1b5".into()]);
        let text = Within(&table, 26).to_string();
        assert!(text.contains("e2e4 e7e5 ...") && !text.contains("not shown"), "{text}");
        assert_eq!((cut("abc", 3), cut("abc def ghi", 9)), ("abc".into(), "abc ...".to_string()));
    }
}
