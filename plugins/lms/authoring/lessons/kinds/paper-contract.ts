import { z } from 'zod'
import { lessonFile } from './file-contract.ts'
import type { LessonKind } from './kind-contract.ts'
import { findMissingTime } from './missing-contract.ts'

/**
 * Details of a document and a presentation: a file of ours where they have one; otherwise the address leads to them.
 */
export const paper = z.object({
  file: lessonFile.nullable().default(null),
  /** True where learners may save it, if it is shown in the page. */
  isOffered: z.boolean().default(true),
})
export type Paper = z.infer<typeof paper>

/** Tells if the page shows a file; others are downloaded. */
export const isShownInPage = ({ mimeType }: { mimeType: string }) => mimeType === 'application/pdf'

export const describePaperRule = ({ file }: Paper) =>
  file && isShownInPage(file) ? 'Reach the last page, or mark it as complete.' : 'Read it, and mark it as complete.'

/** Completion of a paper: marked, or at its last page, which only the browser knows. */
export const reading: Pick<LessonKind<Paper>, 'missing' | 'isDone' | 'isSelfReported'> = {
  missing: (_paper, facts) => findMissingTime(facts),
  isDone: (_paper, facts) => facts.isLastPageSeen && findMissingTime(facts).length === 0,
  isSelfReported: () => true,
}
