import { z } from 'zod'
import { imageUrl } from '#core/contract/files.ts'
import { id, line, requiredText, text } from '#core/contract/fields.ts'
import { hasBlanks, splitPrompt } from './prompt-contract.ts'

export const questionTypes = [
  'single',
  'multiple',
  'true_false',
  'short_text',
  'number',
  'matching',
  'ordering',
  'fill_blanks',
  'long_text',
  'file',
] as const
export type QuestionType = (typeof questionTypes)[number]

/** Most options, pairs, items or blanks of a question. */
export const MAX_CHOICES = 20
/** Most answers that are taken as right where people write. */
export const MAX_ACCEPTED_ANSWERS = 20

const requiredWords = (max: number, message: string) => text(max).refine((value) => value !== '', message)

/** Hundredths are the smallest step: what is given for a part of an answer stays exact. */
export const points = z.number('Not a number').min(0, 'At least 0').max(1000, 'At most 1000').multipleOf(0.01)

/** Pictures of a question. */
export const MAX_PICTURES = 6
/** Characters of the description of a picture. */
export const MAX_PICTURE_ALT_LENGTH = 300

/** A picture that belongs to what is asked, with its description for those who cannot see it. */
export const questionPicture = z.object({
  imageUrl: imageUrl.refine((url) => url !== '', 'Upload an image'),
  alt: line(MAX_PICTURE_ALT_LENGTH),
})
export type QuestionPicture = z.output<typeof questionPicture>

const asked = {
  id,
  /** Plain text; an empty line begins a new paragraph. */
  prompt: requiredWords(5000, 'Write the question'),
  /** Shown above the prompt. */
  pictures: z.array(questionPicture).max(MAX_PICTURES, `At most ${MAX_PICTURES} pictures`).optional(),
  points: points.default(1),
  /** Why the answer is right: shown with it, by the rule of the quiz. */
  explanation: text(5000).default(''),
}

const option = z.object({
  id,
  text: requiredWords(1000, 'Write the answer'),
  isRight: z.boolean().default(false),
  /** Said to whoever has chosen it. */
  feedback: text(1000).default(''),
  /** Stays last where options are shuffled, as 'None of the above'. */
  isLast: z.boolean().default(false),
})
export type Option = z.output<typeof option>

const options = z
  .array(option)
  .min(2, 'At least two answers')
  .max(MAX_CHOICES, `At most ${MAX_CHOICES} answers`)
  .superRefine(rejectDuplicates(({ text: written }) => written, 'text', 'Another answer says the same'))

const accepted = z
  .array(requiredText(200, 'Write an answer'))
  .min(1, 'At least one right answer')
  .max(MAX_ACCEPTED_ANSWERS, `At most ${MAX_ACCEPTED_ANSWERS}`)

const single = z.object({ ...asked, type: z.literal('single'), options }).superRefine((question, context) => {
  const right = question.options.filter(({ isRight }) => isRight).length
  if (right !== 1) addIssue(context, ['options'], 'Mark exactly one answer as right')
})

/** Rule for answers of which only some parts are right. */
const partialCredits = ['per_choice', 'all_or_nothing'] as const
const partialCredit = z.enum(partialCredits, 'Please select how it is scored')

const multiple = z
  .object({
    ...asked,
    type: z.literal('multiple'),
    options,
    /** `per_choice`: points × (right chosen − wrong chosen) / right, never below 0. */
    partialCredit: partialCredit.default('per_choice'),
  })
  .superRefine((question, context) => {
    if (!question.options.some(({ isRight }) => isRight)) {
      addIssue(context, ['options'], 'Mark at least one answer as right')
    }
  })

const trueFalse = z.object({
  ...asked,
  type: z.literal('true_false'),
  isTrue: z.boolean('Say whether it is true'),
  /** Said to whoever chose so. */
  feedbackTrue: text(1000).default(''),
  feedbackFalse: text(1000).default(''),
})

const shortText = z.object({
  ...asked,
  type: z.literal('short_text'),
  /** Compared without spaces at the ends and doubled ones. */
  accepted,
  isCaseSensitive: z.boolean().default(false),
  /** Letters that may be missing, too many or others, in answers of five letters or more. */
  typos: z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(2, 'At most 2').default(0),
})

const amount = z
  .number('Not a number')
  .min(-1_000_000_000_000, 'At least -1000000000000')
  .max(1_000_000_000_000, 'At most 1000000000000')

const number = z.object({
  ...asked,
  type: z.literal('number'),
  value: amount,
  /** Right is whatever is no farther from the value than this. */
  tolerance: amount.min(0, 'At least 0').default(0),
  /** Written behind the answer, as 'cm'. */
  unit: line(40).default(''),
})

const pair = z.object({
  id,
  prompt: requiredWords(500, 'Write what is matched'),
  /** An id of its own: the pair's would tell what belongs together. */
  matchId: id,
  match: requiredWords(500, 'Write what belongs to it'),
})

/** Belongs to none of the pairs. */
const distractor = z.object({ id, text: requiredWords(500, 'Write it, or remove it') })

const matching = z
  .object({
    ...asked,
    type: z.literal('matching'),
    pairs: z
      .array(pair)
      .min(2, 'At least two pairs')
      .max(MAX_CHOICES, `At most ${MAX_CHOICES} pairs`)
      .superRefine(rejectDuplicates(({ prompt }) => prompt, 'prompt', 'Another pair begins the same'))
      .superRefine(rejectDuplicates(({ match }) => match, 'match', 'Another pair ends the same: both would be right')),
    distractors: z.array(distractor).max(MAX_CHOICES, `At most ${MAX_CHOICES}`).default([]),
    /** `per_choice`: the points in equal parts, one for each pair. */
    partialCredit: partialCredit.default('per_choice'),
  })
  .superRefine((question, context) => {
    const matches = new Set(question.pairs.map(({ match }) => match.toLowerCase()))
    for (const [index, other] of question.distractors.entries()) {
      if (!matches.has(other.text.toLowerCase())) continue
      addIssue(context, ['distractors', index, 'text'], 'A pair ends the same: it would be right')
    }
  })

const item = z.object({ id, text: requiredWords(500, 'Write it, or remove it') })

const ordering = z.object({
  ...asked,
  type: z.literal('ordering'),
  /** In the right order. */
  items: z
    .array(item)
    .min(2, 'At least two items')
    .max(MAX_CHOICES, `At most ${MAX_CHOICES} items`)
    .superRefine(rejectDuplicates(({ text: written }) => written, 'text', 'Another item says the same')),
  /** `per_choice`: the points in equal parts, one for each item in its place. */
  partialCredit: partialCredit.default('per_choice'),
})

const blank = z.object({ id, accepted, isCaseSensitive: z.boolean().default(false) })

/** Place of a blank in the text of the question: `{1}` is the first of `blanks`. */
const fillBlanks = z
  .object({
    ...asked,
    type: z.literal('fill_blanks'),
    blanks: z.array(blank).min(1, 'At least one blank').max(MAX_CHOICES, `At most ${MAX_CHOICES} blanks`),
    /** `per_choice`: the points in equal parts, one for each blank. */
    partialCredit: partialCredit.default('per_choice'),
  })
  .superRefine(({ prompt, blanks }, context) => {
    if (hasBlanks(splitPrompt(prompt, blanks.length), blanks.length)) return
    const wanted = blanks.length === 1 ? '{1}' : `{1} to {${blanks.length}}`
    addIssue(context, ['prompt'], `Write ${wanted} where people fill in, each once`)
  })

const longText = z
  .object({
    ...asked,
    type: z.literal('long_text'),
    /** null: as few, as many as people like. */
    minWords: optionalWordCount().nullable().default(null),
    maxWords: optionalWordCount().nullable().default(null),
    /** Guidance for graders: what a good answer has. */
    guidance: text(5000).default(''),
  })
  .superRefine(({ minWords, maxWords }, context) => {
    if (minWords !== null && maxWords !== null && minWords > maxWords) {
      addIssue(context, ['maxWords'], 'At least as many as the fewest words')
    }
  })

/** Kinds of files that an answer may have. */
export const answerFiles = ['any', 'document', 'picture', 'audio', 'video'] as const

const file = z.object({
  ...asked,
  type: z.literal('file'),
  takes: z.enum(answerFiles, 'Please select what learners submit').default('any'),
  maxFiles: z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(10, 'At most 10').default(1),
  /** Guidance for graders: what a good answer has. */
  guidance: text(5000).default(''),
})

/**
 * A question as its author writes it, with what is right: learners get `shownQuestion` of it. What could not be answered
 * or graded is refused.
 */
export const question = z.discriminatedUnion('type', [
  single,
  multiple,
  trueFalse,
  shortText,
  number,
  matching,
  ordering,
  fillBlanks,
  longText,
  file,
])
export type Question = z.output<typeof question>
/** Question as it is sent: fields with a default may be left out. */
export type WrittenQuestion = z.input<typeof question>
export type QuestionOf<Type extends QuestionType> = Extract<Question, { type: Type }>

function optionalWordCount() {
  return z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(10_000, 'At most 10000')
}

function addIssue(context: z.RefinementCtx, path: (string | number)[], message: string): void {
  context.addIssue({ code: 'custom', path, message })
}

/** Refuses what reads the same as another, whatever its capitals: nobody could tell which of them is meant. */
function rejectDuplicates<Row>(read: (row: Row) => string, field: string, message: string) {
  return (rows: readonly Row[], context: z.RefinementCtx): void => {
    const seen = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const key = read(row).toLowerCase()
      if (seen.has(key)) addIssue(context, [index, field], message)
      seen.add(key)
    }
  }
}

/** The question with ids of its own, for its parts as well: a copy is another question. */
export function copyOf(original: Question): Question {
  const fresh = <Row extends { id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, id: crypto.randomUUID() }))
  const copied = { ...original, id: crypto.randomUUID() }
  switch (copied.type) {
    case 'single':
    case 'multiple':
      return { ...copied, options: fresh(copied.options) }
    case 'matching':
      return {
        ...copied,
        pairs: fresh(copied.pairs).map((row) => ({ ...row, matchId: crypto.randomUUID() })),
        distractors: fresh(copied.distractors),
      }
    case 'ordering':
      return { ...copied, items: fresh(copied.items) }
    case 'fill_blanks':
      return { ...copied, blanks: fresh(copied.blanks) }
    default:
      return copied
  }
}
