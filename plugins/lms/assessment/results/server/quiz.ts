import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { getQuizEdition, type QuizEdition } from '../../attempts/server/paper.ts'
import { sumPoints } from '../../../authoring/questions/quiz-contract.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import type { QuizOfResults } from '../contract.ts'

export interface OfQuiz {
  courseId: string
  lessonId: string
}

const selectNewestVersion = statement(
  z.object({ versionId: z.uuid(), title: z.string() }),
  `select v.id as "versionId", v.title from lms_courses c
    join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where c.owner = any ($owners) and c.id = $courseId`,
)

/** Quiz as in the newest version of its course. */
export interface PublishedQuiz {
  course: string
  lesson: string
  edition: string
  quiz: QuizEdition
}

/** @throws not-found if the newest version has no such quiz */
export async function getPublishedQuiz(scope: TenantScope, { courseId, lessonId }: OfQuiz): Promise<PublishedQuiz> {
  const [course] = await scope.rows(selectNewestVersion, { owners: ownersRead(scope), courseId })
  const lesson = course && (await getPublishedCourse(scope, course.versionId)).byId.get(lessonId)
  const isQuiz = lesson?.contentType === 'quiz' || lesson?.contentType === 'assessment'
  if (!course || !lesson || !isQuiz) throw notFound('Quiz')
  const { edition } = lesson
  const quiz = await getQuizEdition(scope, { courseId, lessonId, edition })
  if (!quiz) throw notFound('Quiz')
  return { course: course.title, lesson: lesson.title, edition, quiz }
}

export async function getQuizOfResults(scope: TenantScope, of: OfQuiz): Promise<QuizOfResults> {
  const { course, lesson, quiz } = await getPublishedQuiz(scope, of)
  const { passPercent, attempts, timeLimit } = quiz.details
  return { course, lesson, passPercent, maxPoints: sumPoints(quiz.details), attempts, timeLimit }
}
