import type { Knex } from 'knex'
import { regenerate } from '#core/server/database/generated.ts'

const PROMPT = `question->>'prompt'`

/** Removes marks, so that partly bold words are searched as they are read. */
const withoutMarks = ['b', 'i'].reduce(
  (text, name) => `regexp_replace(${text}, '\\[${name}\\](.*?)\\[/${name}\\]', '\\1', 'g')`,
  PROMPT,
)

/** Searches questions by their text without the marks of bold and italics. */
export async function up(trx: Knex): Promise<void> {
  await regenerate(trx, 'lms_questions', 'search', `fold(${withoutMarks.replaceAll('?', '\\?')})`)
}

export async function down(trx: Knex): Promise<void> {
  await regenerate(trx, 'lms_questions', 'search', `fold(${PROMPT})`)
}
