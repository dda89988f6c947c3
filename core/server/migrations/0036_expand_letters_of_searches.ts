import type { Knex } from 'knex'

const escaped = (text: string) => `replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

/** Letters that Arabic keyboards have in several forms; at the end of a word ه and ة are one. */
const ARABIC = '[ىيیكک]|[ةه](\\?![[:alnum:]])'

/**
 * Texts are found with any hyphen, apostrophe and number of spaces between words, and with the letters of Arabic, Persian
 * and Urdu keyboards for each other. A letter alone still means itself.
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
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    create or replace function containing(typed text) returns text language sql immutable parallel safe as $body$
      select '%' || regexp_replace(regexp_replace(
        ${escaped('typed')},
        '([[:alnum:]])[''’‘ʼ\`´′‛]([[:alnum:]])', '\\1_\\2', 'g'), '(\\S),\\s+(\\S)', '\\1%\\2', 'g') || '%'
    $body$;
  `)
}
