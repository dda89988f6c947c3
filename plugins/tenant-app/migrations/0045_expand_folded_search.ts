import type { Knex } from 'knex'
import { regenerate } from '#core/server/database/generated.ts'

/**
 * Expressions of generated columns, by the function that normalizes text. As before, search texts in an index take 1,600 bytes.
 */
const generated = (
  fold: 'fold' | 'lower',
): readonly (readonly [table: string, column: string, expression: string])[] => {
  const short = (text: string) =>
    `case when octet_length(${fold}(${text})) <= 1600 then ${fold}(${text}) else left(${fold}(${text}), 400) end`
  return [
    ['sessions', 'search', `${fold}(name || ' ' || location)`],
    // Created before the names: of two indexes with the same cost PostgreSQL uses the newer one.
    ['students', 'search', short(`first_name || ' ' || last_name || ' ' || guardians`)],
    ['students', 'name_key', `${fold}(regexp_replace(btrim(first_name || ' ' || last_name), '\\s+', ' ', 'g'))`],
    ['projects', 'search', `${fold}(title || E'\\n' || category || E'\\n' || description)`],
    ['challenges', 'search', `${fold}(title || ' ' || description)`],
    ['media', 'search', short(`file_name || E'\\n' || caption`)],
  ]
}

/** Folds search texts, and the names by which students are compared. */
export async function up(trx: Knex): Promise<void> {
  for (const [table, column, expression] of generated('fold')) await regenerate(trx, table, column, expression)
}

export async function down(trx: Knex): Promise<void> {
  for (const [table, column, expression] of generated('lower')) await regenerate(trx, table, column, expression)
}
