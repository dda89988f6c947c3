import type { Knex } from 'knex'
import { regenerate } from '../database/generated.ts'

const escaped = (text: string) => `replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

/** Letters that Arabic keyboards have in several forms; at the end of a word ه and ة are one. */
const ARABIC = '[ىيیكک]|[ةه](\\?![[:alnum:]])'

const NAMES = `first_name || ' ' || last_name || ' ' || first_name`
const SEARCHED = `fold(' ' || ${NAMES} || ' ' || username || coalesce(' ' || email, ''))`

/** Adds names once more, in letters that every keyboard has, where some have letters that `fold` leaves. */
const LATIN = `case when fold(${NAMES}) ~ '[þðə]'
  then ' ' || replace(translate(fold(${NAMES}), 'ðə', 'de'), 'þ', 'th') else '' end`

/**
 * Texts are found with any hyphen, apostrophe and number of spaces between words, and with the letters of Arabic, Persian
 * and Urdu keyboards for each other. A letter alone still means itself. `thor` finds Þór among users.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create or replace function containing(typed text) returns text language sql immutable parallel safe as $body$
      select '%' || regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        ${escaped(`replace(replace(typed, '´', ''''), 'ـ', '')`)},
        '\\s+', ' ', 'g'),
        '(\\?<=[[:alnum:]])[''’‘ʼʻ\`′‛](\\?=[[:alnum:]])', '_', 'g'),
        '(\\?<=[[:alnum:]])[-‐‑‒–—―−](\\?=[[:alnum:]])', '_', 'g'),
        '(\\?<=[[:alnum:]])(\\?:${ARABIC})|(\\?:[ىيیكک])(\\?=[[:alnum:]])', '_', 'g'),
        '(\\S), (\\S)', '\\1%\\2', 'g') || '%'
    $body$;
  `)
  await regenerate(trx, 'users', 'search', `${SEARCHED} || ${LATIN}`)
}

export async function down(trx: Knex): Promise<void> {
  await regenerate(trx, 'users', 'search', SEARCHED)
  await trx.raw(`
    create or replace function containing(typed text) returns text language sql immutable parallel safe as $body$
      select '%' || regexp_replace(regexp_replace(
        ${escaped('typed')},
        '([[:alnum:]])[''’‘ʼ\`´′‛]([[:alnum:]])', '\\1_\\2', 'g'), '(\\S),\\s+(\\S)', '\\1%\\2', 'g') || '%'
    $body$;
  `)
}
