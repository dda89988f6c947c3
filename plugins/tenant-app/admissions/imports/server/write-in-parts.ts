/** Rows that are written with one statement: to make text of more of them keeps requests waiting. */
export const ROWS_AT_ONCE = 1000

/** Writes rows in parts, between which others have their turn. */
export async function writeInParts<Row>(
  rows: readonly Row[],
  write: (part: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await write(rows.slice(start, start + ROWS_AT_ONCE))
}
