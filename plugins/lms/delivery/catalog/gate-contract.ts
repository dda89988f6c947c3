import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'

const message = z.string()
const named = { id, title: z.string(), message }

/** Reason why a user may not read a lesson, with a sentence for them. */
export const lockReason = z.discriminatedUnion('type', [
  z.object({ type: z.literal('not-enrolled'), message }),
  z.object({ type: z.literal('chapter-before'), ...named }),
  z.object({ type: z.literal('lesson-before'), ...named }),
  z.object({ type: z.literal('opens-on'), opensAt: instant, message }),
])
export type LockReason = z.infer<typeof lockReason>
