import { z } from 'zod'
import { enrollment, type Enrollment } from '../contract.ts'

/** Enrollment of the caller in a list of courses: all null if there is none. */
export const maybeEnrolled = z.object({
  enrolledAt: z.string().nullable(),
  completedAt: enrollment.shape.completedAt,
  version: z.number().int(),
  progress: z.number().int().nullable(),
  required: z.number().int().nullable(),
  done: z.number().int().nullable(),
  secondsSpent: z.number().int().nullable(),
  lastActivityAt: enrollment.shape.lastActivityAt,
  cycle: z.number().int().nullable(),
})

const counters = `e.progress, e.required, e.done, e.seconds_spent as "secondsSpent",
  e.last_activity_at as "lastActivityAt", e.cycle`

/** Columns of the enrollment `e`. */
export const enrollmentColumns = `e.enrolled_at as "enrolledAt", e.completed_at as "completedAt", e.version, ${counters}`

/** Columns of the tables that `catalogTables` joins: `e`, which may be missing, and the version that the caller gets. */
export const maybeColumns = `e.enrolled_at as "enrolledAt", e.completed_at as "completedAt", v.number as version, ${counters}`

/** Converts a row to an enrollment; undefined if the caller is not enrolled. */
export const toEnrollment = (row: MaybeEnrolled): Enrollment | undefined => withEnrollment(row).enrollment

type MaybeEnrolled = z.infer<typeof maybeEnrolled>

/** Splits a row into its enrollment and the other columns. */
export function withEnrollment<Row extends MaybeEnrolled>(row: Row) {
  const { enrolledAt, completedAt, version, progress, required, done, secondsSpent, lastActivityAt, cycle, ...rest } =
    row
  const enrollment: Enrollment | undefined =
    enrolledAt === null
      ? undefined
      : {
          enrolledAt,
          completedAt,
          version,
          progress: progress ?? 0,
          required: required ?? 0,
          done: done ?? 0,
          secondsSpent: secondsSpent ?? 0,
          lastActivityAt,
          cycle: cycle ?? 1,
        }
  return { enrollment, rest }
}
