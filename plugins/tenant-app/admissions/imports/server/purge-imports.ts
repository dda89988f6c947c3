import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { UNDO_DAYS } from '../contract.ts'

const deleteOldRows = statement(`delete from student_import_rows r using student_imports i
  where i.tenant_id = r.tenant_id and i.id = r.import_id and coalesce(i.imported_at, i.created_at) < $before`)

const deleteUnwrittenImports = statement(
  `delete from student_imports where created_at < $before and imported_at is null`,
)

const DAY_MS = 86_400_000

/** Deletes what imports store to be undone once they cannot be: names of children and their families. */
export const purgeImports = defineJob({
  name: 'tenant-app.forget-imports',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '41 2 * * *', tz: 'UTC' },
  run: async (scope) => {
    const before = new Date(scope.core.clock.now().getTime() - (UNDO_DAYS + 1) * DAY_MS)
    await scope.rows(deleteUnwrittenImports, { before })
    await scope.rows(deleteOldRows, { before })
  },
})
