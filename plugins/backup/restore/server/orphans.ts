import type pg from 'pg'
import type { ForeignKey } from './bare-schema.ts'

/**
 * Takes rows out of the scratch schema that refer to what is not there, or their reference where the database would do so
 * itself: what is left of a broken database can be put back like that.
 * @returns how many rows were taken out
 */
export async function leaveOutOrphans(client: pg.Client, foreignKeys: readonly ForeignKey[]): Promise<number> {
  let total = 0
  // A row that goes may leave others behind, which stand in a table that was looked at before.
  for (let taken = -1; taken !== 0;) {
    taken = 0
    for (const { from, to, columns, meant, emptied } of foreignKeys) {
      const given = columns.map((column) => `c.${column} is not null`).join(' and ')
      const same = columns.map((column, at) => `p.${meant[at]} = c.${column}`).join(' and ')
      const orphans = `${given} and not exists (select from ${to} p where ${same})`
      if (emptied.length > 0) {
        const nothing = emptied.map((column) => `${column} = null`).join(', ')
        await client.query(`update ${from} c set ${nothing} where ${orphans}`)
      } else {
        const { rowCount } = await client.query(`delete from ${from} c where ${orphans}`)
        taken += rowCount ?? 0
      }
    }
    total += taken
  }
  return total
}
