import type { Knex } from 'knex'
import { regenerate } from '#core/server/database/generated.ts'

const spaced = (name: string) => `regexp_replace(btrim(${name}), '\\s+', ' ', 'g')`

// Search texts in an index take 1,600 bytes, as before.
const searched = (text: string) => `case when octet_length(${text}) <= 1600 then ${text} else left(${text}, 400) end`

const NAMES = `first_name || ' ' || last_name`
const SEARCHED = `${NAMES} || ' ' || first_name || ' ' || guardians`

/** Replaces letters that `fold` keeps by ones that every keyboard has. */
const latin = (folded: string) => `replace(translate(${folded}, 'ðə', 'de'), 'þ', 'th')`

/**
 * Treats names as equal with any kind of hyphen and apostrophe, with letters of any Arabic keyboard, and with þ, ð and ə as
 * `th`, `d` and `e`.
 */
export async function up(trx: Knex): Promise<void> {
  const key = `translate(fold(replace(${spaced(NAMES)}, '´', '''')), '’‘ʼʻ\`′‛‐‑‒–—―−ىیکةـ', '''''''''''''''-------ييكه')`
  const text = `fold(replace(${SEARCHED}, 'ـ', ''))`
  await regenerate(
    trx,
    'students',
    'search',
    searched(`(${text} || case when ${text} ~ '[þðə]' then ' ' || ${latin(text)} else '' end)`),
  )
  await regenerate(trx, 'students', 'name_key', latin(key))
}

export async function down(trx: Knex): Promise<void> {
  await regenerate(trx, 'students', 'name_key', `translate(fold(${spaced(NAMES)}), '’‘ʼ\`´′‛', '''''''''''''''')`)
  await regenerate(trx, 'students', 'search', searched(`fold(${SEARCHED})`))
}
