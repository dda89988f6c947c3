import { z } from 'zod'
import { text } from '#core/contract/fields.ts'

/** What only opens on request, and whose every opening is kept. */
export const viewedKinds = ['health', 'emergency', 'restrictions', 'consents'] as const
export type ViewedKind = (typeof viewedKinds)[number]

export const viewReasons = ['session', 'incident', 'guardian-asked', 'other'] as const

/**
 * Why somebody looks, as part of a request's body. Instructors choose `reason` (and write `words` with `other`), super
 * admins write `words`, admins may leave out both.
 */
export const viewReason = z.object({
  reason: z.enum(viewReasons, 'Please select a reason').nullable().default(null),
  words: text(500).default(''),
})
export type ViewReason = z.output<typeof viewReason>
