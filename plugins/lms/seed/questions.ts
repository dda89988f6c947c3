import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { WrittenQuestion } from '../authoring/questions/contract.ts'

const explained = { prompt: z.string(), why: z.string() }
const right = z.strictObject({ right: z.string() })
const answers = z.array(z.union([z.string(), right]))

/** Question of the demo as written, before its parts have ids. */
export const demoQuestion = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['single', 'multiple']), ...explained, answers }),
  z.strictObject({ type: z.literal('true_false'), ...explained, isTrue: z.boolean() }),
  z.strictObject({ type: z.literal('short_text'), ...explained, accepted: z.array(z.string()) }),
  z.strictObject({
    type: z.literal('number'),
    ...explained,
    answer: z.number(),
    tolerance: z.number(),
    unit: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('matching'), ...explained, pairs: z.array(z.tuple([z.string(), z.string()])) }),
  /** Items in their correct order. */
  z.strictObject({ type: z.literal('ordering'), ...explained, items: z.array(z.string()) }),
  /** Blanks are written in the prompt as `{{word}}`, or `{{word|another}}` if both are correct. */
  z.strictObject({ type: z.literal('fill_blanks'), ...explained }),
  /** Includes the parts of a good answer, for graders. */
  z.strictObject({ type: z.literal('long_text'), prompt: z.string(), guidance: z.string() }),
])

const withId = (text: string) => ({ id: randomUUID(), text })

/** Adds ids to a question and its parts. */
export function toQuestion(written: z.output<typeof demoQuestion>): WrittenQuestion {
  const { prompt } = written
  const common = { id: randomUUID(), prompt, explanation: 'why' in written ? written.why : '' }
  switch (written.type) {
    case 'single':
    case 'multiple': {
      const options = written.answers.map((answer) =>
        typeof answer === 'string' ? { ...withId(answer), isRight: false } : { ...withId(answer.right), isRight: true },
      )
      return { ...common, type: written.type, options }
    }
    case 'true_false':
      return { ...common, type: 'true_false', isTrue: written.isTrue }
    case 'short_text':
      return { ...common, type: 'short_text', accepted: written.accepted }
    case 'number': {
      const { answer: value, tolerance, unit } = written
      return { ...common, type: 'number', value, tolerance, ...(unit !== undefined && { unit }) }
    }
    case 'matching': {
      const pairs = written.pairs.map(([first, match]) => {
        return { id: randomUUID(), prompt: first, matchId: randomUUID(), match }
      })
      return { ...common, type: 'matching', pairs }
    }
    case 'ordering':
      return { ...common, type: 'ordering', items: written.items.map(withId) }
    case 'fill_blanks': {
      const blanks: { id: string; accepted: string[] }[] = []
      const numbered = prompt.replaceAll(/\{\{([^{}]+)\}\}/g, (_, words: string) => {
        blanks.push({ id: randomUUID(), accepted: words.split('|') })
        return `{${blanks.length}}`
      })
      return { ...common, prompt: numbered, type: 'fill_blanks', blanks }
    }
    case 'long_text':
      return { ...common, type: 'long_text', guidance: written.guidance }
  }
}
