import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { healthFields, UNDO_DAYS } from '../contract.ts'

const deleteOldRows = statement(`delete from student_import_rows r using student_imports i
  where i.tenant_id = r.tenant_id and i.id = r.import_id and coalesce(i.imported_at, i.created_at) < $before`)

const deleteUnwrittenImports = statement(
  `delete from student_imports where imported_at is null
    and created_at < case when mapping ?| $healthFields::text[] then $healthBefore::timestamptz else $before::timestamptz end`,
)

/** Days for which an unwritten list with health data is stored. */
const HEALTH_DAYS = 2

const DAY_MS = 86_400_000

/** Deletes the undo data of imports that can no longer be undone: names of children and their families. */
export const purgeImports = defineJob({
  name: 'tenant-app.forget-imports',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '41 2 * * *', tz: 'UTC' },
  run: async (scope) => {
    const before = new Date(scope.core.clock.now().getTime() - (UNDO_DAYS + 1) * DAY_MS)
    const healthBefore = new Date(scope.core.clock.now().getTime() - HEALTH_DAYS * DAY_MS)
    await scope.rows(deleteUnwrittenImports, { before, healthBefore, healthFields })
    await scope.rows(deleteOldRows, { before })
  },
})
