import { z } from 'zod'
import { lessonFile } from './file-contract.ts'
import type { LessonKind } from './kind-contract.ts'
import { missingTime } from './missing-contract.ts'

/** What a document and a presentation keep: a file of ours where they have one; otherwise the address leads to them. */
export const paper = z.object({
  file: lessonFile.nullable().default(null),
  /** Whether learners are offered to save it, where it is shown in the page. */
  isOffered: z.boolean().default(true),
})
export type Paper = z.infer<typeof paper>

/** What the page shows; anything else is saved. */
export const isShownInPage = ({ mimeType }: { mimeType: string }) => mimeType === 'application/pdf'

export const ruleOfPaper = ({ file }: Paper) =>
  file && isShownInPage(file) ? 'Reach the last page, or mark it as complete.' : 'Read it, and mark it as complete.'

/** When a paper is complete: marked, or at its last page, which only the browser knows. */
export const reading: Pick<LessonKind<Paper>, 'missing' | 'isDone' | 'isSelfReported'> = {
  missing: (_paper, facts) => missingTime(facts),
  isDone: (_paper, facts) => facts.isLastPageSeen && missingTime(facts).length === 0,
  isSelfReported: () => true,
}
