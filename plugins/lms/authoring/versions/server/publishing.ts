import { isDeepStrictEqual } from 'node:util'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { updateCourse } from '../../courses/server/edit-course.ts'
import { coursePublished } from '../../courses/server/events.ts'
import { CourseModel } from '../../courses/server/course.ts'
import { lockCourse } from '../../courses/server/outline.ts'
import { saveVersionFiles } from '../../files/server/version-files.ts'
import { listChanges } from './changes.ts'
import { CourseVersionModel } from './course-version.ts'
import { buildDraft, type LessonContent } from './draft.ts'
import { listPictureUrls } from '../../questions/server/picture-urls.ts'
import { listShownFiles } from './shown-files.ts'
import { getNewestVersion } from './versions.ts'

/**
 * Publishes a course as it is now, whatever its status was. If nothing differs from the newest version, that one stays the
 * newest, so that learners are not asked to move to the same content.
 * @returns the number of the newest version, from 1
 * @throws not-found if there is none that the scope may write
 */
export async function publishCourse(scope: Scope, courseId: string): Promise<number> {
  return (await updateCourse(scope, courseId, { status: 'published' })).version
}

/** Creates a version of each course that is set to published, in the same transaction. */
export const publishing = subscribe(coursePublished, {
  runs: 'within',
  run: (scope, { courseId }) => makeVersion(scope, courseId),
})

async function makeVersion(scope: Scope, courseId: string): Promise<void> {
  // Serializes concurrent publications.
  const { title } = await lockCourse(scope, courseId)
  const { outline, contents } = await buildDraft(scope, courseId)
  const before = await getNewestVersion(scope, courseId)
  if (before && isDeepStrictEqual(before.outline, outline)) return
  const number = (before?.number ?? 0) + 1
  const known = new Set(before?.outline.lessons.map(({ id, edition }) => `${id} ${edition}`))
  await saveContents(
    scope,
    courseId,
    contents.filter(({ lessonId, edition }) => !known.has(`${lessonId} ${edition}`)),
  )
  const { id: versionId } = await CourseVersionModel.query(scope.trx).insert({
    courseId,
    number,
    title: outline.title,
    description: outline.description,
    category: outline.category,
    difficulty: outline.difficultyLevel,
    minutes: outline.totalMinutes,
    lessonCount: outline.lessons.length,
    imageUrl: outline.imageUrl,
    pictureUrls: listPictureUrls(contents.map(({ details }) => details)),
    language: outline.language,
    audience: outline.audience,
    isFeatured: outline.isFeatured,
    outline,
    changes: before ? listChanges(before.outline, outline) : [],
    publishedAt: scope.core.clock.now().toISOString(),
  })
  await saveVersionFiles(scope, { versionId, courseId }, listShownFiles(outline, contents))
  await CourseModel.query(scope.trx).findById(courseId).patch({ version: number })
  await record(scope, {
    action: 'course.published',
    category: 'system',
    description: `Published version ${number} of the course ${title}`,
    resource: 'course',
    resourceId: courseId,
    metadata: { version: number, unfinished: outline.lessons.filter(({ unfinished }) => unfinished.length > 0).length },
  })
}

// Contents that differ from the newest version; one that equals an earlier version has its row already.
const insertContents = statement(
  `insert into lms_lesson_contents (course_id, lesson_id, edition, body, details)
    select $courseId, c.* from unnest($lessons::uuid[], $editions::text[], $bodies::jsonb[], $details::jsonb[]) c
    on conflict (owner, course_id, lesson_id, edition) do nothing`,
)

async function saveContents(scope: Scope, courseId: string, contents: readonly LessonContent[]): Promise<void> {
  await scope.rows(insertContents, {
    courseId,
    lessons: contents.map(({ lessonId }) => lessonId),
    editions: contents.map(({ edition }) => edition),
    bodies: contents.map(({ body }) => JSON.stringify(body)),
    details: contents.map(({ details }) => JSON.stringify(details)),
  })
}
