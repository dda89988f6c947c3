import type { Knex } from 'knex'
import { regenerate } from '#core/server/database/generated.ts'

const spaced = (name: string) => `regexp_replace(btrim(${name}), '\\s+', ' ', 'g')`

// Entries of an index hold 1,600 bytes, as before.
const searched = (plain: (text: string) => string) => {
  const text = `fold(${plain(`${NAMES} || ' ' || first_name || ' ' || guardians`)})`
  return `case when octet_length(${text}) <= 1600 then ${text} else left(${text}, 400) end`
}
const NAMES = `first_name || ' ' || last_name`

/** Names with any kind of hyphen and apostrophe, and with letters of any Arabic keyboard, are one. */
export async function up(trx: Knex): Promise<void> {
  const key = `translate(fold(replace(${spaced(NAMES)}, '´', '''')), '’‘ʼʻ\`′‛‐‑‒–—―−ىیکةـ', '''''''''''''''-------ييكه')`
  await regenerate(trx, 'students', 'name_key', key)
  await regenerate(
    trx,
    'students',
    'search',
    searched((text) => `replace(${text}, 'ـ', '')`),
  )
}

export async function down(trx: Knex): Promise<void> {
  await regenerate(trx, 'students', 'name_key', `translate(fold(${spaced(NAMES)}), '’‘ʼ\`´′‛', '''''''''''''''')`)
  await regenerate(
    trx,
    'students',
    'search',
    searched((text) => text),
  )
}
