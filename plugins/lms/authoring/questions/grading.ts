import type { Answer } from './answer-contract.ts'
import type { Question, QuestionOf } from './contract.ts'
import { foldAnswer } from './fold-answer.ts'
import { isNoFartherThan } from './is-no-farther-than.ts'
import { isWithinEdits } from './is-within-edits.ts'
import { computeShare } from '../../shared/scores-contract.ts'

/** Points of an answer. */
export interface Graded {
  /** In steps of a hundredth, from 0 to the points of the question. */
  points: number
  /** True if all of it is correct. */
  isRight: boolean
}

/** Result for a missing answer, or one to another type of question. */
const NO_POINTS: Graded = { points: 0, isRight: false }

/**
 * Grades an answer, by ids and never by the texts of options; null: a grader has to grade it. Parts of an answer that name
 * what the question does not have count for nothing.
 */
export function gradeAnswer(question: Question, answer: Answer | null): Graded | null {
  if (answer === null || answer.type !== question.type) return NO_POINTS
  switch (question.type) {
    case 'single':
      return gradeWhole(
        question,
        question.options.some(({ id, isRight }) => isRight && id === toAnswer(answer, 'single').optionId),
      )
    case 'multiple':
      return gradeMultiple(question, toAnswer(answer, 'multiple').optionIds)
    case 'true_false':
      return gradeWhole(question, question.isTrue === toAnswer(answer, 'true_false').isTrue)
    case 'short_text':
      return gradeWhole(question, isAccepted(toAnswer(answer, 'short_text').text, question))
    case 'number':
      return gradeWhole(question, isWithin(question, toAnswer(answer, 'number').value))
    case 'matching': {
      const matchOf = new Map(toAnswer(answer, 'matching').pairs.map(({ promptId, matchId }) => [promptId, matchId]))
      return gradeParts(question, question.pairs, ({ id, matchId }) => matchOf.get(id) === matchId)
    }
    case 'ordering': {
      const { itemIds } = toAnswer(answer, 'ordering')
      return gradeParts(question, question.items, ({ id }, place) => itemIds[place] === id)
    }
    case 'fill_blanks': {
      const textOf = new Map(toAnswer(answer, 'fill_blanks').blanks.map(({ blankId, text }) => [blankId, text]))
      return gradeParts(question, question.blanks, (blank) =>
        isAccepted(textOf.get(blank.id) ?? '', { ...blank, typos: 0 }),
      )
    }
    case 'long_text':
      return toAnswer(answer, 'long_text').text === '' ? NO_POINTS : null
    case 'file':
      return toAnswer(answer, 'file').fileIds.length === 0 ? NO_POINTS : null
  }
}

/** Checks if answers to the question need a grader. */
export const isGradedByHand = ({ type }: Pick<Question, 'type'>): boolean => type === 'long_text' || type === 'file'

// The types are compared before; TypeScript cannot infer one union from the other.
const toAnswer = <Type extends Answer['type']>(answer: Answer, _type: Type) => answer as Extract<Answer, { type: Type }>

const gradeWhole = ({ points }: Pick<Question, 'points'>, isRight: boolean): Graded => ({
  points: isRight ? points : 0,
  isRight,
})

/** Computes points × (correct chosen − wrong chosen) / correct, never below 0 (Canvas, MultipleAnswersQuestion). */
function gradeMultiple(
  { points, options, partialCredit }: QuestionOf<'multiple'>,
  chosenIds: readonly string[],
): Graded {
  const chosen = new Set(chosenIds)
  const right = options.filter(({ isRight }) => isRight)
  const hits = right.filter(({ id }) => chosen.has(id)).length
  const misses = options.filter(({ id, isRight }) => !isRight && chosen.has(id)).length
  if (hits === right.length && misses === 0) return { points, isRight: true }
  if (partialCredit === 'all_or_nothing') return NO_POINTS
  return { points: computeShare(points, Math.max(0, hits - misses), right.length), isRight: false }
}

/** Divides the points equally among the parts. */
function gradeParts<Part>(
  { points, partialCredit }: Pick<QuestionOf<'matching'>, 'points' | 'partialCredit'>,
  parts: readonly Part[],
  isRight: (part: Part, place: number) => boolean,
): Graded {
  const right = parts.filter(isRight).length
  if (right === parts.length) return { points, isRight: true }
  if (partialCredit === 'all_or_nothing') return NO_POINTS
  return { points: computeShare(points, right, parts.length), isRight: false }
}

/** Checks the tolerance, both ends included and exactly: it compares the decimals as written, not their binary fractions. */
const isWithin = ({ value, tolerance }: QuestionOf<'number'>, answer: number) =>
  isNoFartherThan(answer, value, tolerance)

interface Accepting {
  accepted: readonly string[]
  isCaseSensitive: boolean
  /** Number of letters that may differ, in accepted answers of five letters or more. */
  typos: number
}

const MIN_LETTERS_FOR_TYPOS = 5

function isAccepted(text: string, { accepted, isCaseSensitive, typos }: Accepting): boolean {
  const folded = (words: string) => foldAnswer(words, isCaseSensitive)
  const said = folded(text)
  if (said === '') return false
  return accepted.some((one) => {
    const right = folded(one)
    if (said === right) return true
    // An ß counts as one letter, although it is compared as two.
    const toLetters = (words: string) => Array.from(/ß/i.test(one) ? words.replaceAll('ss', 'ß') : words)
    return typos > 0 && right.length >= MIN_LETTERS_FOR_TYPOS && isWithinEdits(toLetters(said), toLetters(right), typos)
  })
}
