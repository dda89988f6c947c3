import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { listChanges } from '../../../authoring/versions/server/changes.ts'
import type { OutlineLesson } from '../../../authoring/versions/server/course-outline.ts'
import { getPublishedCourse, type PublishedCourse } from '../../../authoring/versions/server/published.ts'
import type { CatalogCourse, CatalogLesson } from '../contract.ts'
import { toCatalogItem, catalogColumns, catalogRow } from './catalog.ts'
import { listLessonLocks, type Reader } from './gate.ts'
import { loadReader, getLessonStandings } from './reader.ts'
import { listMissingCourses } from './requirements.ts'
import { catalogTables, isInCatalog, isOpen, catalogParameters } from './seen.ts'

const selectCourse = statement(
  catalogRow.extend({
    isOpen: z.boolean(),
    instructorName: z.string().nullable(),
    newest: z.number().int(),
    versionId: z.uuid(),
    enrollmentId: z.uuid().nullable(),
  }),
  `select ${catalogColumns}, ${isOpen} as "isOpen", c.version as newest, v.id as "versionId",
      (select btrim(u.first_name || ' ' || u.last_name) from users u
        where u.tenant_id = c.tenant_id and u.id = c.instructor_id) as "instructorName", e.id as "enrollmentId"
    ${catalogTables} where ${isInCatalog} and c.id = $courseId`,
)

const selectNewestVersion = statement(
  z.object({ id: z.uuid() }),
  `select v.id from lms_courses c
    join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where c.owner = any ($owners) and c.id = $courseId`,
)

/** Reads a course of the catalog. @throws not-found if the caller finds no such course */
export async function getCatalogCourse(scope: TenantScope, courseId: string): Promise<CatalogCourse> {
  const seen = catalogParameters(scope)
  const [row] = await scope.rows(selectCourse, { ...seen, courseId })
  if (!row) throw notFound('Course')
  const { isOpen: isFound, instructorName, newest, versionId, enrollmentId: _, ...rest } = row
  const item = toCatalogItem(rest)
  const isEnrolled = item.enrollment !== undefined
  const course = await getPublishedCourse(scope, versionId)
  const progress = await getLessonStandings(scope, row)
  const [later] =
    isEnrolled && isFound && newest > row.version
      ? await scope.rows(selectNewestVersion, { owners: seen.owners, courseId })
      : []
  return {
    ...item,
    longDescription: course.longDescription ?? '',
    instructorName,
    learningObjectives: course.learningObjectives,
    prerequisites: course.prerequisites,
    chapters: toCatalogChapters(course, await loadReader(scope, course, row, progress)),
    progress,
    isOpen: isFound && mayLearn(scope),
    missing: isEnrolled ? [] : await listMissingCourses(scope, courseId),
    newer: later ? { version: newest, changes: listChanges(course, await getPublishedCourse(scope, later.id)) } : null,
  }
}

/** Checks if the caller belongs to the organization: super admins see its catalog, but do not. */
export const mayLearn = ({ actor, tenantId }: TenantScope): boolean => actor.user?.tenantId === tenantId

function toCatalogChapters(course: PublishedCourse, reader: Reader): CatalogCourse['chapters'] {
  const { chapters, lessons } = course
  const inChapter = (chapterId: string | null) =>
    lessons.filter((lesson) => lesson.chapterId === chapterId).map((lesson) => toCatalogLesson(course, lesson, reader))
  const others = inChapter(null)
  return [
    ...chapters.map(({ id, title, description }) => ({ id, title, description, lessons: inChapter(id) })),
    ...(others.length > 0
      ? [{ id: null, title: chapters.length > 0 ? 'More lessons' : 'Lessons', description: '', lessons: others }]
      : []),
  ]
}

function toCatalogLesson(course: PublishedCourse, lesson: OutlineLesson, reader: Reader): CatalogLesson {
  const locks = listLessonLocks(course, lesson, reader)
  return {
    id: lesson.id,
    title: lesson.title,
    contentType: lesson.contentType,
    duration: lesson.duration,
    isRequired: lesson.isRequired,
    isPreview: lesson.isPreview,
    isLocked: locks.length > 0,
    locks,
  }
}
