import { z } from 'zod'
import { lessonFile } from './file-contract.ts'
import type { LessonKind } from './kind-contract.ts'
import { findMissingTime } from './missing-contract.ts'

/** Details of a document and a presentation: an uploaded file, if any; otherwise the lesson's address leads to it. */
export const paper = z.object({
  file: lessonFile.nullable().default(null),
  /** True if learners may save it, provided the page shows it. */
  isOffered: z.boolean().default(true),
})
export type Paper = z.infer<typeof paper>

/** Checks if the page shows the file; others are downloaded. */
export const isShownInPage = ({ mimeType }: { mimeType: string }) => mimeType === 'application/pdf'

export const describePaperRule = ({ file }: Paper) =>
  file && isShownInPage(file) ? 'Reach the last page, or mark it as complete.' : 'Read it, and mark it as complete.'

/** Completion of a paper: marked, or at its last page, which only the browser knows. */
export const reading: Pick<LessonKind<Paper>, 'missing' | 'isDone' | 'isSelfReported'> = {
  missing: (_paper, facts) => findMissingTime(facts),
  isDone: (_paper, facts) => facts.isLastPageSeen && findMissingTime(facts).length === 0,
  isSelfReported: () => true,
}
