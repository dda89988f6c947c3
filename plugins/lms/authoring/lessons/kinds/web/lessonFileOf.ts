import type { CourseFile } from '../../../files/contract.ts'
import type { LessonFile } from '../file-contract.ts'

/** Picks what a lesson stores about a file of its course. */
export const toLessonFile = (file: CourseFile | null): LessonFile | null =>
  file && { id: file.id, name: file.name, mimeType: file.mimeType }
