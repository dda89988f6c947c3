/** Number of rows per statement: serializing more of them blocks requests. */
export const ROWS_AT_ONCE = 1000

/** Writes rows in parts and serves other requests in between. */
export async function writeInParts<Row>(
  rows: readonly Row[],
  write: (part: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await write(rows.slice(start, start + ROWS_AT_ONCE))
}
