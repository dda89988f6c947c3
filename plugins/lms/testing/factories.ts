import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { insertRow, type Given } from '#core/testing/rows.ts'

// Courses are built through the endpoints, by their author: `writeCourse`, `publishCourse`, `publishQuiz` and others.

interface AllowanceRow {
  userId: string
  courseId: string
  lessonId: string
  extraAttempts: number
  /** Minutes added to the time limit. */
  extraMinutes: number
}

/** Builds a learner's allowance in a quiz; nothing extra by default. */
export const buildAllowance = (
  platform: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'>,
  given: Given<AllowanceRow> & Pick<AllowanceRow, 'userId' | 'courseId' | 'lessonId'>,
): Promise<{ id: string }> => insertRow(platform, organization, 'lmsAttemptAllowances', given)

interface AccommodationRow {
  userId: string
  /** Factor of the time limit; null: no limit. */
  timeFactor: number | null
  breakMinutes: number
  isUnshuffled: boolean
  isLarger: boolean
}

/** Builds a learner's accommodations for every quiz; none by default. */
export const buildAccommodation = (
  platform: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'>,
  given: Given<AccommodationRow> & Pick<AccommodationRow, 'userId'>,
): Promise<{ id: string }> => insertRow(platform, organization, 'lmsAccommodations', given)
