import { z } from 'zod'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'

export const callOutcomes = ['reached', 'message', 'no-answer'] as const

export const newCall = z.object({
  called: requiredText(200, 'Enter the person you called'),
  outcome: z.enum(callOutcomes, 'Please select what came of it'),
  happenedAt: instant,
  words: text(2000).default(''),
})
export type NewCall = z.output<typeof newCall>

const requiredWords = (max: number, message: string) => text(max).pipe(z.string().min(1, message))

export const newAddition = z.object({ words: requiredWords(2000, 'Write what you add') })

export const sharing = z.object({
  familyText: requiredWords(2000, 'Write the text for the family'),
  /** Confirms that other children's names in the text are intended. */
  isNameMeant: z.boolean().default(false),
})
export type Sharing = z.output<typeof sharing>

export const newFollowUp = z.object({
  task: requiredText(500, 'Enter what is to be done'),
  ownerId: id,
  dueOn: z.iso.date('Not a valid date'),
})
export type NewFollowUp = z.output<typeof newFollowUp>
