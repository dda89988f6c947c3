import { AppError } from '#core/server/errors.ts'
import type { OutlineLesson } from '../../versions/server/course-outline.ts'
import type { PublishedCourse } from '../../versions/server/published.ts'
import type { LockReason } from '../gate-contract.ts'

/** What is known of whoever wants to read. */
export interface Reader {
  /** null: not enrolled. */
  enrolledAt: string | null
  /** Ids of lessons that they have completed. */
  done: ReadonlySet<string>
  now: Date
}

/**
 * Why somebody may not read a lesson of the version that they get; nothing: they may. Outline, lesson, files, beats and
 * completion all ask here.
 */
export function lessonGate(_course: PublishedCourse, { isPreview }: OutlineLesson, reader: Reader): LockReason[] {
  if (isPreview) return []
  if (reader.enrolledAt === null) {
    return [{ type: 'not-enrolled', message: 'Enroll in the course to access lesson content.' }]
  }
  return []
}

/** @throws forbidden (403) with the reasons, where there are some */
export function refuseLocked(locks: readonly LockReason[]): void {
  if (locks.length > 0)
    throw new AppError('forbidden', 403, locks.map(({ message }) => message).join(' '), { details: locks })
}
