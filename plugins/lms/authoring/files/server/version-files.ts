import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'

/** File that a lesson of a version shows. */
export interface ShownFile {
  id: string
  /** True if the lesson can be read without enrollment. */
  isPreview: boolean
  lessonId: string
}

// Only files of the course itself are published, whatever ids a lesson names.
const insertVersionFiles = statement(
  `insert into lms_version_files (version_id, file_id, is_preview, lesson_ids)
    select $versionId, f.id, bool_or(s.is_preview), array_agg(distinct s.lesson_id)
      from unnest($ids::uuid[], $previews::boolean[], $lessons::uuid[]) s (id, is_preview, lesson_id)
      join lms_files f on f.owner = $owner and f.course_id = $courseId and f.id = s.id
      group by f.id`,
)

/** Grants readers of a course version access to its files, in the transaction that publishes it. */
export async function saveVersionFiles(
  scope: Scope,
  { versionId, courseId }: { versionId: string; courseId: string },
  files: readonly ShownFile[],
): Promise<void> {
  if (files.length === 0) return
  await scope.rows(insertVersionFiles, {
    versionId,
    courseId,
    owner: ownerOf(scope),
    ids: files.map(({ id }) => id),
    previews: files.map(({ isPreview }) => isPreview),
    lessons: files.map(({ lessonId }) => lessonId),
  })
}
