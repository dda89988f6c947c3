import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { handInFileKinds } from './file-kinds.ts'

const DAY_MS = 86_400_000

const deleteUnusedFiles = statement(
  `delete from files b where b.kind = any ($kinds) and b.state = 'complete' and b.created_at < $before
    and not exists (
      select from lms_hand_in_files f join lms_hand_ins h on h.tenant_id = f.tenant_id and h.id = f.hand_in_id
        where f.id = b.id and (h.file_ids @> to_jsonb(f.id::text)
          or exists (select from lms_hand_in_versions v where v.tenant_id = f.tenant_id and v.hand_in_id = f.hand_in_id
            and v.file_ids @> to_jsonb(f.id::text))))`,
)

/** Deletes files that were removed from a draft, and those of deleted submissions, every night. */
export const forgetHandInFiles = defineJob({
  name: 'lms.forget-hand-in-files',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '7 3 * * *', tz: 'UTC' },
  run: async (core) => {
    const before = new Date(core.clock.now().getTime() - DAY_MS)
    const kinds = handInFileKinds.map(({ id }) => id)
    await core.db.platform(systemActor, ({ rows }) => rows(deleteUnusedFiles, { kinds, before }))
  },
})
