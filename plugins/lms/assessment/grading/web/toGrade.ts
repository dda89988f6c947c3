import type { GradedLesson } from '../contract.ts'

/** Counts work that no one has marked, for the queue's progress and the menu alike. */
export const toGrade = (lessons: readonly Pick<GradedLesson, 'waiting'>[]): number =>
  lessons.reduce((sum, { waiting }) => sum + waiting, 0)
