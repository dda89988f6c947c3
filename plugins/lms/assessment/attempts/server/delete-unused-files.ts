import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { answerFileKinds } from './file-kinds.ts'

const DAY_MS = 86_400_000

// An answer of an attempt in progress may still come to name the file.
const deleteUnusedFiles = statement(
  `delete from files b where b.kind = any ($kinds) and b.state = 'complete' and b.created_at < $before
    and not exists (
      select from lms_answer_files f join lms_quiz_attempts a on a.tenant_id = f.tenant_id and a.id = f.attempt_id
        where f.id = b.id and (a.finished_at is null
          or exists (select from lms_quiz_answers w where w.tenant_id = f.tenant_id and w.attempt_id = f.attempt_id
            and w.answer -> 'fileIds' @> to_jsonb(f.id::text))))`,
)

/** Deletes files that no answer names, and those of deleted attempts, every night. */
export const forgetAnswerFiles = defineJob({
  name: 'lms.forget-answer-files',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '17 3 * * *', tz: 'UTC' },
  run: async (core) => {
    const before = new Date(core.clock.now().getTime() - DAY_MS)
    const kinds = answerFileKinds.map(({ id }) => id)
    await core.db.platform(systemActor, ({ rows }) => rows(deleteUnusedFiles, { kinds, before }))
  },
})
