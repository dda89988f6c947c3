import type { Knex } from 'knex'
import { regenerate } from '#core/server/database/generated.ts'

/** Texts that are searched, by table. */
const searched: Readonly<Record<string, string>> = {
  lms_courses: `title || E'\\n' || category || E'\\n' || description`,
  lms_files: 'name',
  lms_question_banks: `name || E'\\n' || description`,
  lms_questions: `question->>'prompt'`,
  lms_course_versions: `title || E'\\n' || description`,
  lms_certificates: `recipient || E'\\n' || course || E'\\n' || number`,
}

/** Folds the searched texts. */
export async function up(trx: Knex): Promise<void> {
  for (const [table, text] of Object.entries(searched)) await regenerate(trx, table, 'search', `fold(${text})`)
}

export async function down(trx: Knex): Promise<void> {
  for (const [table, text] of Object.entries(searched)) await regenerate(trx, table, 'search', `lower(${text})`)
}
