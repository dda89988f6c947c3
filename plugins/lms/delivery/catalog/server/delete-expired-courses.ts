import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { deleteUnusedImage } from '#core/server/files/unused-images.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { isRestorable } from '../../../authoring/courses/server/outline.ts'

/** Maximum courses removed in one transaction. */
const BATCH_SIZE = 20

const goneCourse = z.object({ id: z.uuid(), owner: z.uuid(), title: z.string(), tenantId: z.uuid().nullable() })

// Learners keep the course, even if its author has deleted it.
const lockExpiredCourses = statement(
  goneCourse,
  `select c.id, c.owner, c.title, c.tenant_id as "tenantId" from lms_courses c
    where c.deleted_at is not null and not c.${isRestorable}
      and not exists (select from lms_enrollments e where e.course_id_owner = c.owner and e.course_id = c.id)
    order by c.deleted_at, c.id limit ${BATCH_SIZE} for update of c skip locked`,
)

const selectCovers = statement(
  z.object({ imageUrl: z.string() }),
  `select image_url as "imageUrl" from lms_courses where owner = $owner and id = $id and image_url <> ''
    union select image_url from lms_course_versions where owner = $owner and course_id = $id and image_url <> ''`,
)

const selectOtherUse = statement(
  z.object({ id: z.uuid() }),
  `select id from lms_courses where image_url = $imageUrl
    union all select id from lms_course_versions where image_url = $imageUrl and image_url <> ''
    -- Pictures of questions are deleted once no question shows them.
    union all select id from lms_question_pictures where '/api/images/' || id = $imageUrl limit 1`,
)

// A question shows the cover if it was chosen for both, or came with a copy or an archive of the course.
const insertShownCover = statement(
  `insert into lms_question_pictures (id, tenant_id)
    select f.id, f.tenant_id from files f where '/api/images/' || f.id = $imageUrl and f.owner = $owner and exists (
      select from lms_questions q where q.owner = f.owner and strpos(q.question::text, $imageUrl) > 0
      union all select from lms_lessons l where l.owner = f.owner and strpos(l.details::text, $imageUrl) > 0
      union all select from lms_lesson_contents c where c.owner = f.owner and strpos(c.details::text, $imageUrl) > 0)
    on conflict do nothing`,
)

const deleteCourseFiles = statement(
  `delete from files b using lms_files f
    where f.owner = $owner and f.course_id = $id and b.owner = f.owner and b.id = f.id`,
)
const deleteCourseRow = statement('delete from lms_courses where owner = $owner and id = $id')

// Lessons of a training are found again by their origin, however late that is restored.
const deleteExpiredLessons = statement(
  `delete from lms_lessons where deleted_at is not null and not ${isRestorable} and origin_id is null`,
)
const deleteExpiredChapters = statement(
  `delete from lms_chapters where deleted_at is not null and not ${isRestorable} and origin_id is null`,
)

/**
 * Deletes parts that can no longer be restored: courses without learners, with their files, and single chapters and lessons.
 * Versions keep their copies of these. The bytes are deleted some days later, once no file names them.
 */
export const forgetCourses = defineJob({
  name: 'lms.forget-courses',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '51 2 * * *', tz: 'UTC' },
  run: async (core) => {
    for (let removed = BATCH_SIZE; removed === BATCH_SIZE;) removed = await removeSome(core)
    const now = core.clock.now().toISOString()
    await core.db.platform(systemActor, async ({ rows }) => {
      await rows(deleteExpiredLessons, { now })
      await rows(deleteExpiredChapters, { now })
    })
  },
})

/** @returns number of removed courses, all or none of a batch */
const removeSome = ({ db, clock }: Core): Promise<number> =>
  db.platform(systemActor, async (scope) => {
    const courses = await scope.rows(lockExpiredCourses, { now: clock.now().toISOString() })
    for (const course of courses) await remove(scope, course)
    return courses.length
  })

async function remove(scope: PlatformScope, course: z.output<typeof goneCourse>): Promise<void> {
  const { id, owner, title, tenantId } = course
  const images = await scope.rows(selectCovers, { owner, id })
  await scope.rows(deleteCourseFiles, { owner, id })
  await scope.rows(deleteCourseRow, { owner, id })
  for (const { imageUrl } of images) {
    await scope.rows(insertShownCover, { owner, imageUrl })
    if ((await scope.rows(selectOtherUse, { imageUrl })).length === 0) await deleteUnusedImage(scope, imageUrl)
  }
  await record(scope, {
    action: 'course.removed',
    category: 'system',
    description: `Removed the course ${title}, which was deleted 30 days before`,
    resource: 'course',
    resourceId: id,
    tenantId,
  })
}
