import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { courseVersion, type CourseVersion, type Publication } from '../contract.ts'
import { isWithoutProof } from './certifying.ts'
import { listChanges } from './changes.ts'
import { courseOutline, type CourseOutline } from './course-outline.ts'
import { buildDraft } from './draft.ts'

const columns = `v.number, v.published_at as "publishedAt", v.lesson_count as "lessonCount",
  v.minutes as "totalMinutes", v.changes`

const selectNewestVersion = statement(
  courseVersion.extend({ outline: courseOutline }),
  `select ${columns}, v.outline from lms_courses c
    join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where c.owner = $owner and c.id = $courseId`,
)

/** Reads the newest version of a course that the scope may write; undefined if it was never published. */
export async function getNewestVersion(
  scope: Scope,
  courseId: string,
): Promise<(CourseVersion & { outline: CourseOutline }) | undefined> {
  const [found] = await scope.rows(selectNewestVersion, { owner: ownerOf(scope), courseId })
  return found
}

const selectDrafts = statement(
  z.object({ id: z.uuid(), title: z.string(), chapter: z.string() }),
  `select l.id, l.title, h.title as chapter from lms_chapters h
      join lms_lessons l on l.owner = h.owner and l.chapter_id = h.id and l.deleted_at is null
    where h.owner = $owner and h.course_id = $courseId and h.deleted_at is null and h.status = 'draft'
    order by h.position, h.id, l.position, l.id limit ${LIST_CAP}`,
)

/** Previews the publication of a course. @throws not-found if there is no such course, or the scope may not write it */
export async function getPublication(scope: Scope, courseId: string): Promise<Publication> {
  const { outline, contents } = await buildDraft(scope, courseId)
  const published = await getNewestVersion(scope, courseId)
  return {
    newest: published ? toVersion(published) : null,
    changes: published ? listChanges(published.outline, outline) : [],
    unfinished: outline.lessons.flatMap(({ id, title, unfinished }) =>
      unfinished.length > 0 ? [{ id, title, reasons: unfinished }] : [],
    ),
    drafts: await scope.rows(selectDrafts, { owner: ownerOf(scope), courseId }),
    isWithoutProof: isWithoutProof(outline, contents),
  }
}

const toVersion = ({ outline: _outline, ...version }: CourseVersion & { outline: CourseOutline }): CourseVersion =>
  version

const selectVersions = statement(
  courseVersion.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total from lms_course_versions v
    where v.owner = $owner and v.course_id = $courseId order by v.number desc limit $most offset $offset`,
)

interface VersionQuery {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists versions, newest first. @throws not-found if there is no such course, or the scope may not write it */
export async function listVersions(
  scope: Scope,
  courseId: string,
  { limit = LIST_CAP, offset = 0 }: VersionQuery,
): Promise<PagedAnswer<CourseVersion>> {
  await getCourse(scope, courseId)
  const found = await scope.lastRows(selectVersions, { owner: ownerOf(scope), courseId, most: limit + 1, offset })
  return countedPage(found, { limit, offset })
}
