import { z } from 'zod'
import { answerFiles, questionPicture, type Question } from './contract.ts'

const asked = {
  id: z.string(),
  prompt: z.string(),
  points: z.number(),
  pictures: z.array(questionPicture).optional(),
}
const choice = z.object({ id: z.string(), text: z.string() })

/** Question as learners get it: a separate schema without any field that could reveal a correct answer. */
export const shownQuestion = z.discriminatedUnion('type', [
  z.object({ ...asked, type: z.literal('single'), options: z.array(choice) }),
  z.object({ ...asked, type: z.literal('multiple'), options: z.array(choice) }),
  z.object({ ...asked, type: z.literal('true_false') }),
  z.object({ ...asked, type: z.literal('short_text') }),
  z.object({ ...asked, type: z.literal('number'), unit: z.string() }),
  /** Each of `prompts` is matched with one of `matches`. */
  z.object({ ...asked, type: z.literal('matching'), prompts: z.array(choice), matches: z.array(choice) }),
  z.object({ ...asked, type: z.literal('ordering'), items: z.array(choice) }),
  /** `{1}` in the prompt is the first of `blanks`, by their ids. */
  z.object({ ...asked, type: z.literal('fill_blanks'), blanks: z.array(z.string()) }),
  z.object({
    ...asked,
    type: z.literal('long_text'),
    minWords: z.number().nullable(),
    maxWords: z.number().nullable(),
  }),
  z.object({ ...asked, type: z.literal('file'), takes: z.enum(answerFiles), maxFiles: z.number() }),
])
export type ShownQuestion = z.output<typeof shownQuestion>

const toChoice = ({ id, text }: { id: string; text: string }) => ({ id, text })

// Sorts by text: the author's order is, or reveals, the answer.
const sortByText = (choices: { id: string; text: string }[]) =>
  choices.toSorted((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))

/**
 * Picks the fields of a question that learners may read. Written out for each type, so that a field that is added later stays
 * hidden.
 */
export function toShownQuestion(question: Question): ShownQuestion {
  const { id, prompt, points, pictures } = question
  const said = { id, prompt, points, ...(pictures && { pictures }) }
  switch (question.type) {
    case 'single':
      return { ...said, type: 'single', options: question.options.map(toChoice) }
    case 'multiple':
      return { ...said, type: 'multiple', options: question.options.map(toChoice) }
    case 'true_false':
    case 'short_text':
      return { ...said, type: question.type }
    case 'number':
      return { ...said, type: 'number', unit: question.unit }
    case 'matching':
      return {
        ...said,
        type: 'matching',
        prompts: question.pairs.map((pair) => ({ id: pair.id, text: pair.prompt })),
        matches: sortByText([
          ...question.pairs.map(({ matchId, match }) => ({ id: matchId, text: match })),
          ...question.distractors.map(toChoice),
        ]),
      }
    case 'ordering':
      return { ...said, type: 'ordering', items: sortByText(question.items.map(toChoice)) }
    case 'fill_blanks':
      return { ...said, type: 'fill_blanks', blanks: question.blanks.map((blank) => blank.id) }
    case 'long_text':
      return { ...said, type: 'long_text', minWords: question.minWords, maxWords: question.maxWords }
    case 'file':
      return { ...said, type: 'file', takes: question.takes, maxFiles: question.maxFiles }
  }
}
