import { z } from 'zod'
import { id, text } from '#core/contract/fields.ts'
import { MAX_CHOICES } from './contract.ts'

/** Maximum characters of a long text: some 8,000 words. */
export const MAX_LONG_TEXT_LENGTH = 50_000
/** Maximum files of an answer. */
const MAX_ANSWER_FILES = 10

const ids = z.array(id).max(MAX_CHOICES * 2, `At most ${MAX_CHOICES * 2}`)

/**
 * Answer to a question. Options, prompts, matches, items and blanks are named by the ids with which the question was shown,
 * which mean nothing elsewhere. Unanswered parts are left out.
 */
export const answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('single'), optionId: id }),
  z.object({ type: z.literal('multiple'), optionIds: ids }),
  z.object({ type: z.literal('true_false'), isTrue: z.boolean() }),
  z.object({ type: z.literal('short_text'), text: text(500) }),
  z.object({ type: z.literal('number'), value: z.number('Not a number') }),
  z.object({
    type: z.literal('matching'),
    pairs: z.array(z.object({ promptId: id, matchId: id })).max(MAX_CHOICES, `At most ${MAX_CHOICES}`),
  }),
  z.object({ type: z.literal('ordering'), itemIds: ids }),
  z.object({
    type: z.literal('fill_blanks'),
    blanks: z.array(z.object({ blankId: id, text: text(500) })).max(MAX_CHOICES, `At most ${MAX_CHOICES}`),
  }),
  z.object({ type: z.literal('long_text'), text: text(MAX_LONG_TEXT_LENGTH) }),
  z.object({
    type: z.literal('file'),
    fileIds: z.array(id).max(MAX_ANSWER_FILES, `At most ${MAX_ANSWER_FILES} files`),
  }),
])
export type Answer = z.output<typeof answer>
export type AnswerOf<Type extends Answer['type']> = Extract<Answer, { type: Type }>
