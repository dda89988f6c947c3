import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'

// While its letter works, a request counts the emails that were sent for it.
const deleteUnconfirmed = statement(`delete from join_requests r using invitation_letters l
  where l.tenant_id = r.tenant_id and l.id = r.letter_id and r.confirmed_at is null and r.expires_at < $now::timestamptz
    and (l.expires_at < $now::timestamptz or l.used_at is not null or l.revoked_at is not null)`)

const deleteOldTries = statement(`delete from letter_tries where at < $now::timestamptz - interval '1 day'`)

/** Deletes requests whose address was never confirmed, with names of people who may not have made them, and old tries. */
export const purgeLetters = defineJob({
  name: 'tenant-app.purge-letters',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '47 2 * * *', tz: 'UTC' },
  run: async (scope) => {
    const now = scope.core.clock.now()
    await scope.rows(deleteUnconfirmed, { now })
    await scope.rows(deleteOldTries, { now })
  },
})
