/** A pattern for `like` over a lower-case column in which everything that was typed means itself. */
export function containing(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
