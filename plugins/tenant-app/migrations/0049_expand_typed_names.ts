import type { Knex } from 'knex'
import { regenerate } from '#core/server/database/generated.ts'

const plainKey = `fold(regexp_replace(btrim(first_name || ' ' || last_name), '\\s+', ' ', 'g'))`

// Search texts in an index take 1,600 bytes, as before.
const searched = (names: string) => {
  const text = `fold(${names} || ' ' || guardians)`
  return `case when octet_length(${text}) <= 1600 then ${text} else left(${text}, 400) end`
}
const NAMES = `first_name || ' ' || last_name`

/** Finds students with the last name first, and treats all apostrophes in names as equal. */
export async function up(trx: Knex): Promise<void> {
  await regenerate(trx, 'students', 'search', searched(`${NAMES} || ' ' || first_name`))
  await regenerate(trx, 'students', 'name_key', `translate(${plainKey}, '’‘ʼ\`´′‛', '''''''''''''''')`)
}

export async function down(trx: Knex): Promise<void> {
  await regenerate(trx, 'students', 'search', searched(NAMES))
  await regenerate(trx, 'students', 'name_key', plainKey)
}
