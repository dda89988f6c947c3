import { isStaff } from '#core/contract/roles.ts'
import { part, type Part } from '#core/web/plugin.ts'
import { useUser } from '#core/web/session.ts'
import type { ContentType } from '../../authoring/lessons/contract.ts'
import type { CatalogCourse, CatalogLesson, ReadLesson } from '../../delivery/catalog/contract.ts'

type LessonWork = Part<{ course: CatalogCourse; lesson: ReadLesson }>

const AttemptWork: LessonWork = part(() => import('../../assessment/attempts/web/AttemptWork.tsx'), 'AttemptWork')
const HandInWork: LessonWork = part(() => import('../../assessment/handins/web/HandInWork.tsx'), 'HandInWork')
const Discussion: LessonWork = part(() => import('../../discussions/web/Discussion.tsx'), 'Discussion')
const ToolWork: LessonWork = part(() => import('../../integration/lti/web/ToolWork.tsx'), 'ToolWork')

/** Views of learners' work in lessons with a score, in place of their kind's preview. */
export const lessonWorks: Partial<Record<ContentType, LessonWork>> = {
  quiz: AttemptWork,
  assessment: AttemptWork,
  assignment: HandInWork,
  project: HandInWork,
  discussion: Discussion,
  external_tool: ToolWork,
}

export const DiscussionCare = part(() => import('../../discussions/web/DiscussionCare.tsx'), 'DiscussionCare')

/** Returns a check of a course's lessons: whether they show staff who do not take the course the posts to moderate. */
export function useCanModerate({ enrollment }: Pick<CatalogCourse, 'enrollment'>) {
  const { role } = useUser()
  const isModerator = !enrollment && (role === 'superadmin' || isStaff(role))
  return ({ contentType }: Pick<CatalogLesson, 'contentType'>) => isModerator && contentType === 'discussion'
}
