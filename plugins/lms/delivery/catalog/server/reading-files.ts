import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import { listLessonLocks } from './gate.ts'
import { loadReader } from './reader.ts'
import { catalogTables, isInCatalog, catalogParameters } from './seen.ts'

const selectVisibleFile = statement(
  z.object({
    versionId: z.uuid(),
    lessonIds: z.array(z.uuid()),
    isPreview: z.boolean(),
    enrollmentId: z.uuid().nullable(),
    enrolledAt: z.string().nullable(),
    cycle: z.number().int().nullable(),
  }),
  `select v.id as "versionId", f.lesson_ids as "lessonIds", f.is_preview as "isPreview", e.id as "enrollmentId",
      e.enrolled_at as "enrolledAt", e.cycle
    ${catalogTables}
    join lms_version_files f on f.owner = v.owner and f.version_id = v.id
    where f.file_id = $fileId and ${isInCatalog} limit 1`,
)

/** Checks if a lesson that the caller may read shows the file, in their version, by the same rules as `readLesson`. */
export async function canReadFile(scope: Scope, fileId: string): Promise<boolean> {
  if (scope.kind !== 'tenant') return false
  const [row] = await scope.rows(selectVisibleFile, { ...catalogParameters(scope), fileId })
  if (!row) return false
  // Versions from before `lessonIds` was stored.
  if (row.lessonIds.length === 0) return row.isPreview || row.enrollmentId !== null
  const course = await getPublishedCourse(scope, row.versionId)
  const reader = await loadReader(scope, course, row)
  return row.lessonIds.some((id) => {
    const lesson = course.byId.get(id)
    return lesson !== undefined && listLessonLocks(course, lesson, reader).length === 0
  })
}
