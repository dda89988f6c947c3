import type { Answer } from './answer-contract.ts'
import type { Question, QuestionOf } from './contract.ts'
import { isNoFartherThan } from './is-no-farther-than.ts'
import { isWithinEdits } from './is-within-edits.ts'
import { shareOfPoints } from '../scores/scores-contract.ts'

/** Points of an answer. */
export interface Graded {
  /** Hundredths are the smallest step; 0 up to the points of the question. */
  points: number
  /** All of it is right. */
  isRight: boolean
}

/** Nothing was answered, or not to this question. */
const NOTHING: Graded = { points: 0, isRight: false }

/**
 * Grades an answer, by ids and never by the texts of options; null: a person has to grade it. Parts of an answer that
 * name what the question does not have count for nothing.
 */
export function gradeAnswer(question: Question, answer: Answer | null): Graded | null {
  if (answer === null || answer.type !== question.type) return NOTHING
  switch (question.type) {
    case 'single':
      return whole(
        question,
        question.options.some(({ id, isRight }) => isRight && id === given(answer, 'single').optionId),
      )
    case 'multiple':
      return gradeMultiple(question, given(answer, 'multiple').optionIds)
    case 'true_false':
      return whole(question, question.isTrue === given(answer, 'true_false').isTrue)
    case 'short_text':
      return whole(question, isAccepted(given(answer, 'short_text').text, question))
    case 'number':
      return whole(question, isWithin(question, given(answer, 'number').value))
    case 'matching': {
      const matchOf = new Map(given(answer, 'matching').pairs.map(({ promptId, matchId }) => [promptId, matchId]))
      return inParts(question, question.pairs, ({ id, matchId }) => matchOf.get(id) === matchId)
    }
    case 'ordering': {
      const { itemIds } = given(answer, 'ordering')
      return inParts(question, question.items, ({ id }, place) => itemIds[place] === id)
    }
    case 'fill_blanks': {
      const textOf = new Map(given(answer, 'fill_blanks').blanks.map(({ blankId, text }) => [blankId, text]))
      return inParts(question, question.blanks, (blank) =>
        isAccepted(textOf.get(blank.id) ?? '', { ...blank, typos: 0 }),
      )
    }
    case 'long_text':
      return given(answer, 'long_text').text === '' ? NOTHING : null
    case 'file':
      return given(answer, 'file').fileIds.length === 0 ? NOTHING : null
  }
}

/** Tells if answers to it are graded by people. */
export const isGradedByHand = ({ type }: Pick<Question, 'type'>): boolean => type === 'long_text' || type === 'file'

// The type was compared; the union does not follow from one object to the other.
const given = <Type extends Answer['type']>(answer: Answer, _type: Type) => answer as Extract<Answer, { type: Type }>

const whole = ({ points }: Pick<Question, 'points'>, isRight: boolean): Graded => ({
  points: isRight ? points : 0,
  isRight,
})

/** Points × (right chosen − wrong chosen) / right, never below 0 (Canvas, MultipleAnswersQuestion). */
function gradeMultiple(
  { points, options, partialCredit }: QuestionOf<'multiple'>,
  chosenIds: readonly string[],
): Graded {
  const chosen = new Set(chosenIds)
  const right = options.filter(({ isRight }) => isRight)
  const hits = right.filter(({ id }) => chosen.has(id)).length
  const misses = options.filter(({ id, isRight }) => !isRight && chosen.has(id)).length
  if (hits === right.length && misses === 0) return { points, isRight: true }
  if (partialCredit === 'all_or_nothing') return NOTHING
  return { points: shareOfPoints(points, Math.max(0, hits - misses), right.length), isRight: false }
}

/** The points in equal parts. */
function inParts<Part>(
  { points, partialCredit }: Pick<QuestionOf<'matching'>, 'points' | 'partialCredit'>,
  parts: readonly Part[],
  isRight: (part: Part, place: number) => boolean,
): Graded {
  const right = parts.filter(isRight).length
  if (right === parts.length) return { points, isRight: true }
  if (partialCredit === 'all_or_nothing') return NOTHING
  return { points: shareOfPoints(points, right, parts.length), isRight: false }
}

/** Both ends included, and exact: what is compared are the decimals that people wrote, not their binary fractions. */
const isWithin = ({ value, tolerance }: QuestionOf<'number'>, answer: number) =>
  isNoFartherThan(answer, value, tolerance)

interface Accepting {
  accepted: readonly string[]
  isCaseSensitive: boolean
  /** Letters that may differ, in accepted answers of five letters or more. */
  typos: number
}

const FEWEST_LETTERS_FOR_TYPOS = 5

function isAccepted(text: string, { accepted, isCaseSensitive, typos }: Accepting): boolean {
  const folded = (words: string) => {
    const plain = words.normalize('NFC').replace(/\s+/g, ' ').trim()
    return isCaseSensitive ? plain : plain.toLowerCase()
  }
  const said = folded(text)
  if (said === '') return false
  const letters = Array.from(said)
  return accepted.some((one) => {
    const right = folded(one)
    if (said === right) return true
    return typos > 0 && right.length >= FEWEST_LETTERS_FOR_TYPOS && isWithinEdits(letters, Array.from(right), typos)
  })
}
