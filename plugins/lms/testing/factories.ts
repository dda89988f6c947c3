import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { insertRow, type Given } from '#core/testing/rows.ts'

// Courses are built through the endpoints, by their author: `writeCourse`, `publishCourse`, `publishQuiz` and others.

interface AllowanceRow {
  userId: string
  courseId: string
  lessonId: string
  extraAttempts: number
  /** Added to the time limit. */
  extraMinutes: number
}

/** Builds what one learner is granted in a quiz; nothing more by default. */
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

/** Builds what one learner needs in every quiz; nothing by default. */
export const buildAccommodation = (
  platform: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'>,
  given: Given<AccommodationRow> & Pick<AccommodationRow, 'userId'>,
): Promise<{ id: string }> => insertRow(platform, organization, 'lmsAccommodations', given)
