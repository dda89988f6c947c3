import type { OpenWork } from '../contract.ts'
import type { GivenGrade, LoggedGrade, Mark } from '../grade-contract.ts'

/** Marks that were not sent yet. */
export interface GradeDraft {
  given: GivenGrade
  /** Version of the work that these marks are based on. */
  version: number
  /** Grade that another grader gave in the meantime, not looked at yet. */
  theirs?: { grade: LoggedGrade | null; version: number }
}

const nothing: GivenGrade = { marks: [], items: [], points: null, isPassed: null, comment: '' }

/** Reads the grade of a piece of work; an empty one if the current version is not graded. */
export const getGivenGrade = ({ grade }: OpenWork): GivenGrade => grade?.given ?? nothing

/** Changes the mark of one criterion. */
export function withMark(given: GivenGrade, criterionId: string, change: Partial<Mark>): GivenGrade {
  const before = given.marks.find((mark) => mark.criterionId === criterionId)
  const mark = { levelId: null, points: null, comment: '', ...before, ...change, criterionId }
  return { ...given, marks: [...given.marks.filter((one) => one.criterionId !== criterionId), mark] }
}

/** Appends a sentence to the comment. */
export const withSentence = (given: GivenGrade, sentence: string): GivenGrade => ({
  ...given,
  comment: given.comment.trim() === '' ? sentence : `${given.comment.trimEnd()}\n${sentence}`,
})
