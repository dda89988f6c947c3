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

/** Maximum options, pairs, items or blanks of a question. */
export const MAX_CHOICES = 20
/** Maximum accepted answers of a text question. */
export const MAX_ACCEPTED_ANSWERS = 20

const requiredWords = (max: number, message: string) => text(max).refine((value) => value !== '', message)

/** In steps of a hundredth: points for a part of an answer stay exact. */
export const points = z.number('Not a number').min(0, 'At least 0').max(1000, 'At most 1000').multipleOf(0.01)

/** Maximum pictures of a question. */
export const MAX_PICTURES = 6
/** Maximum characters of the description of a picture. */
export const MAX_PICTURE_ALT_LENGTH = 300

/** Picture of a question, with its alternative text. */
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
  /** Reason why the answer is correct: shown with it, by the rule of the quiz. */
  explanation: text(5000).default(''),
}

const option = z.object({
  id,
  text: requiredWords(1000, 'Write the answer'),
  isRight: z.boolean().default(false),
  /** Shown to learners who have chosen it. */
  feedback: text(1000).default(''),
  /** Stays last when options are shuffled, like 'None of the above'. */
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

/** Rule for answers that are partly correct. */
const partialCredits = ['per_choice', 'all_or_nothing'] as const
const partialCredit = z.enum(partialCredits, 'Please select how it is scored')

const multiple = z
  .object({
    ...asked,
    type: z.literal('multiple'),
    options,
    /** `per_choice`: points × (correct chosen − wrong chosen) / correct, never below 0. */
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
  /** Shown to learners who chose this answer. */
  feedbackTrue: text(1000).default(''),
  feedbackFalse: text(1000).default(''),
})

const shortText = z.object({
  ...asked,
  type: z.literal('short_text'),
  /** Compared without spaces at the ends and doubled ones. */
  accepted,
  isCaseSensitive: z.boolean().default(false),
  /** Number of missing, extra or different letters to accept, in answers of five letters or more. */
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
  /** Maximum distance of a correct answer from the value. */
  tolerance: amount.min(0, 'At least 0').default(0),
  /** Shown behind the answer, such as 'cm'. */
  unit: line(40).default(''),
})

const pair = z.object({
  id,
  prompt: requiredWords(500, 'Write what is matched'),
  /** Has its own id: the pair's would reveal the match. */
  matchId: id,
  match: requiredWords(500, 'Write what belongs to it'),
})

/** Matches none of the pairs. */
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
  /** In the correct order. */
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
    /** null: no minimum, no maximum. */
    minWords: optionalWordCount().nullable().default(null),
    maxWords: optionalWordCount().nullable().default(null),
    /** Guidance for graders: the parts of a good answer. */
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
  /** Guidance for graders: the parts of a good answer. */
  guidance: text(5000).default(''),
})

/**
 * Question as its author writes it, with its correct answer: learners get `shownQuestion` of it. Questions that cannot be
 * answered or graded are refused.
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
/** Question in a request: fields with a default may be left out. */
export type WrittenQuestion = z.input<typeof question>
export type QuestionOf<Type extends QuestionType> = Extract<Question, { type: Type }>

function optionalWordCount() {
  return z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(10_000, 'At most 10000')
}

function addIssue(context: z.RefinementCtx, path: (string | number)[], message: string): void {
  context.addIssue({ code: 'custom', path, message })
}

/** Refuses duplicate texts, regardless of capitals: learners could not distinguish them. */
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

/** Copies a question with new ids, also for its parts: a copy is another question. */
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
