import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { catalogued, found, seenBy } from './seen.ts'

const shown = statement(
  z.object({ id: z.uuid() }),
  `select f.file_id as id ${catalogued}
    join lms_version_files f on f.owner = v.owner and f.version_id = v.id
    where f.file_id = $fileId and ${found} and (e.id is not null or f.is_preview) limit 1`,
)

/** Whether a lesson that the caller may read shows the file: of the version that the caller gets, as `readLesson`. */
export async function readsFile(scope: Scope, fileId: string): Promise<boolean> {
  return scope.kind === 'tenant' && (await scope.rows(shown, { ...seenBy(scope), fileId })).length > 0
}
