import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { requireCourses } from '../delivery/catalog/server/requirements.ts'
import { updateCourse } from '../authoring/courses/server/edit-course.ts'
import { measureRecordings } from '../authoring/files/server/measuring.ts'
import { publishCourse } from '../authoring/versions/server/publishing.ts'
import { seedAttempts, seedAttemptsUnderWay } from './attempts.ts'
import { seedBanks } from './banks.ts'
import { seedCertificates } from './certificates.ts'
import { readCourses, readOwnCourse } from './courses.ts'
import { seedEnrollments } from './enrollments.ts'
import { seedGrades } from './grades.ts'
import { seedHandIns } from './hand-ins.ts'
import { storeMedia } from './media.ts'
import { seedNotes } from './notes.ts'
import { seedOwnCourse } from './own.ts'
import { seedPosts } from './posts.ts'
import { seedProjectRules } from './project-rules.ts'
import { listMedia, newCourseRows, type Rows } from './rows.ts'

const HOUR_MS = 3_600_000

/** Hours before now when the first course was created, and hours between two courses. */
const OLDEST_HOURS_AGO = 1500
const HOURS_BETWEEN_COURSES = 85

/** Course that one organization hides. */
const HIDDEN_COURSE = 'Sessions by Video Call'

/** Seeds the platform's courses: created, published, one of them archived since, with learners of organizations. */
export async function seedCourses(scope: PlatformScope, { hasProjects }: { hasProjects: boolean }): Promise<void> {
  const now = scope.core.clock.now()
  const written = readCourses()
  const ownCourse = readOwnCourse()
  const contents = await storeMedia(scope, new Set([...written, ownCourse].flatMap(listMedia)))
  const banks = await seedBanks(scope)
  const courses = written.map((course) => ({ ...course, id: randomUUID() }))
  const seeded = courses.map((course, place) => {
    const createdAt = new Date(
      now.getTime() - (OLDEST_HOURS_AGO - place * HOURS_BETWEEN_COURSES) * HOUR_MS,
    ).toISOString()
    return newCourseRows(course, course.id, contents, { createdAt, now, banks })
  })
  const insertAll = (table: string, name: keyof Rows) => scope.trx(table).insert(seeded.flatMap((rows) => rows[name]))
  await insertAll('files', 'files')
  await insertAll('lmsCourses', 'courses')
  await insertAll('lmsFiles', 'courseFiles')
  for (const { id } of courses) await measureRecordings(scope, id)
  await insertAll('lmsChapters', 'chapters')
  await insertAll('lmsLessons', 'lessons')

  for (const { id, status, after } of courses) {
    if (status !== 'draft') await publishCourse(scope, id)
    if (status === 'archived') await updateCourse(scope, id, { status })
    const before = courses.filter(({ title }) => after.includes(title))
    if (before.length > 0)
      await requireCourses(
        scope,
        id,
        before.map((course) => course.id),
      )
  }
  await scope.rows(updatePublishedAt, { ids: courses.map(({ id }) => id) })
  await seedEnrollments(scope, courses)
  if (hasProjects) await seedProjectRules(scope, courses)
  await seedNotes(scope)
  await seedAttempts(scope)
  await seedAttemptsUnderWay(scope)
  await seedPosts(scope)
  await seedHandIns(scope, contents)
  await seedGrades(scope)
  const hidden = courses.find(({ title }) => title === HIDDEN_COURSE)
  if (hidden) await seedOwnCourse(scope, ownCourse, contents, hidden.id)
  await seedCertificates(scope)
}

// Each two days after it was created: learners have enrolled since.
const updatePublishedAt = statement(
  `update lms_course_versions v set published_at = c.created_at + interval '2 days'
    from lms_courses c where c.owner = v.owner and c.id = v.course_id and c.id = any($ids::uuid[])`,
)
