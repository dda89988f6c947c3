import { getKind } from '../../lessons/kinds/contract.ts'
import type { LessonFacts } from '../../lessons/kinds/missing-contract.ts'
import type { CourseOutline } from './course-outline.ts'
import type { LessonContent } from './draft.ts'

/** Facts of a learner who has completed every part of a lesson, all of it checked by the server. */
const BEST_FACTS: LessonFacts = {
  openedAt: '1970-01-01T00:00:00.000Z',
  secondsOpen: 86_400,
  secondsSpent: 86_400,
  covered: 86_400,
  duration: 86_400,
  isDurationKnown: true,
  pagesSeen: 1,
  pageCount: 1,
  isLastPageSeen: true,
  isAtEnd: true,
  words: 0,
  said: { isFinished: true },
  heldSeconds: 3600,
  attended: 3600,
  joinedAt: null,
  isMarkedPresent: true,
  score: 100,
  isAwaitingGrade: false,
  handedInAt: null,
  posts: 1,
  replies: 1,
}

/** Checks if a course should give a certificate and never can: all lessons that count rely on the learner's own word. */
export function isWithoutProof(outline: CourseOutline, contents: readonly LessonContent[]): boolean {
  if (!outline.givesCertificate) return false
  const doable = outline.lessons.filter(({ unfinished }) => unfinished.length === 0)
  const required = doable.filter(({ isRequired }) => isRequired)
  const details = new Map(contents.map((content) => [content.lessonId, content.details]))
  return (required.length > 0 ? required : doable).every(({ id, contentType }) => {
    const kind = getKind(contentType)
    return kind.isSelfReported(kind.details.parse(details.get(id) ?? {}), BEST_FACTS)
  })
}
