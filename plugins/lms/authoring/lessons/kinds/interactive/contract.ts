import { z } from 'zod'
import { text } from '#core/contract/fields.ts'
import { defineKind } from '../kind-contract.ts'
import { lessonFile } from '../file-contract.ts'
import { findMissingTime } from '../missing-contract.ts'

/** Pixels. */
export const MIN_FRAME_HEIGHT = 200
export const MAX_FRAME_HEIGHT = 1200

const details = z.object({
  file: lessonFile.nullable().default(null),
  /** Path of the first page in the package; empty for its `index.html`. */
  startPage: text(300).default(''),
  /** Height of the frame. */
  height: z
    .number('Not a number')
    .int('Not a whole number')
    .min(MIN_FRAME_HEIGHT, `At least ${MIN_FRAME_HEIGHT}`)
    .max(MAX_FRAME_HEIGHT, `At most ${MAX_FRAME_HEIGHT}`)
    .default(560),
})
export type InteractiveDetails = z.infer<typeof details>

export const interactive = defineKind({
  type: 'interactive',
  details,
  unfinished: ({ details: { file }, contentUrl }) => (file || contentUrl !== '' ? [] : ['The package is missing']),
  shown: (shown) => shown,
  files: ({ file }) => (file ? [file.id] : []),
  rule: () => 'Finish it, or mark it as complete.',
  missing: (_details, facts) => findMissingTime(facts),
  isDone: (_details, facts) => facts.said.isFinished && findMissingTime(facts).length === 0,
  isSelfReported: () => true,
})
