import type { Knex } from 'knex'
import { regenerate } from '../database/generated.ts'

const searched = (names: string) => `' ' || ${names} || ' ' || username || coalesce(' ' || email, '')`
const NAMES = `first_name || ' ' || last_name`

/**
 * Names are found as people type them: with any apostrophe, and with the last name first (`Lopez, Ana`, `Lopez Ana`), for
 * which users are searched by `Ana Lopez Ana`.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create or replace function containing(typed text) returns text language sql immutable parallel safe as $body$
      select '%' || regexp_replace(regexp_replace(
        replace(replace(replace(fold(typed), '\\', '\\\\'), '%', '\\%'), '_', '\\_'),
        '([[:alnum:]])[''’‘ʼ\`´′‛]([[:alnum:]])', '\\1_\\2', 'g'), '(\\S),\\s+(\\S)', '\\1%\\2', 'g') || '%'
    $body$;
  `)
  await regenerate(trx, 'users', 'search', `fold(${searched(`${NAMES} || ' ' || first_name`)})`)
}

export async function down(trx: Knex): Promise<void> {
  await regenerate(trx, 'users', 'search', `fold(${searched(NAMES)})`)
  await trx.raw(`
    create or replace function containing(typed text) returns text language sql immutable parallel safe as $body$
      select '%' || replace(replace(replace(fold(typed), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
    $body$;
  `)
}
