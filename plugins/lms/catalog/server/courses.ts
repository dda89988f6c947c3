import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { changesBetween } from '../../versions/server/changes.ts'
import { courseOutline, type CourseOutline, type OutlineLesson } from '../../versions/server/course-outline.ts'
import type { CatalogCourse, CatalogLesson } from '../contract.ts'
import { answeredItem, catalogColumns, catalogRow } from './catalog.ts'
import { missingCourses } from './requirements.ts'
import { catalogued, found, isOpen, seenBy } from './seen.ts'

const single = statement(
  catalogRow.extend({ isOpen: z.boolean(), newest: z.number().int(), outline: courseOutline }),
  `select ${catalogColumns}, ${isOpen} as "isOpen", c.version as newest, v.outline ${catalogued}
    where ${found} and c.id = $courseId`,
)

const newestOutline = statement(
  z.object({ outline: courseOutline }),
  `select v.outline from lms_courses c
    join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where c.owner = any ($owners) and c.id = $courseId`,
)

/** @throws not-found where the caller finds no such course */
export async function catalogCourse(scope: TenantScope, courseId: string): Promise<CatalogCourse> {
  const seen = seenBy(scope)
  const [row] = await scope.rows(single, { ...seen, courseId })
  if (!row) throw notFound('Course')
  const { isOpen: isFound, newest, outline, ...rest } = row
  const item = answeredItem(rest)
  const isEnrolled = item.enrollment !== undefined
  const [later] =
    isEnrolled && isFound && newest > row.version
      ? await scope.rows(newestOutline, { owners: seen.owners, courseId })
      : []
  return {
    ...item,
    learningObjectives: outline.learningObjectives,
    prerequisites: outline.prerequisites,
    chapters: chaptersOf(outline, isEnrolled),
    // Lessons are read; none is marked complete.
    progress: [],
    isOpen: isFound && mayLearn(scope),
    missing: isEnrolled ? [] : await missingCourses(scope, courseId),
    newer: later ? { version: newest, changes: changesBetween(outline, later.outline) } : null,
  }
}

/** Super admins see an organization's catalog, and are none of its people. */
export const mayLearn = ({ actor, tenantId }: TenantScope): boolean => actor.user?.tenantId === tenantId

function chaptersOf({ chapters, lessons }: CourseOutline, isEnrolled: boolean): CatalogCourse['chapters'] {
  const inChapter = (chapterId: string | null) =>
    lessons.filter((lesson) => lesson.chapterId === chapterId).map((lesson) => answeredLesson(lesson, isEnrolled))
  const others = inChapter(null)
  return [
    ...chapters.map(({ id, title, description }) => ({ id, title, description, lessons: inChapter(id) })),
    ...(others.length > 0
      ? [{ id: null, title: chapters.length > 0 ? 'More lessons' : 'Lessons', description: '', lessons: others }]
      : []),
  ]
}

const answeredLesson = (lesson: OutlineLesson, isEnrolled: boolean): CatalogLesson => ({
  id: lesson.id,
  title: lesson.title,
  contentType: lesson.contentType,
  duration: lesson.duration,
  isRequired: lesson.isRequired,
  isPreview: lesson.isPreview,
  isLocked: !isOpenTo(lesson, isEnrolled),
})

/** Whether somebody may read a lesson of the version that they get. */
export const isOpenTo = ({ isPreview }: Pick<OutlineLesson, 'isPreview'>, isEnrolled: boolean): boolean =>
  isEnrolled || isPreview
