import { randomUUID } from 'node:crypto'
import type { QuestionType } from '../authoring/questions/contract.ts'

/** Builds a question of every type, with formulas wherever texts may have them. */
export function buildQuestionsOfEveryType(): object[] {
  const half = String.raw`\(\frac{1}{2}\)`
  const named = (text: string, more: object = {}) => ({ id: randomUUID(), text, ...more })
  const pair = (prompt: string, match: string) => ({ id: randomUUID(), prompt, matchId: randomUUID(), match })
  const options = [
    named(`a ${half}`, { isRight: true, feedback: `As ${half}` }),
    named('b < c & "d"', { isLast: true }),
  ]
  const parts: Record<QuestionType, object> = {
    true_false: { isTrue: true, feedbackTrue: `As ${half}`, feedbackFalse: '' },
    single: { options },
    multiple: { options: options.map((one) => ({ ...one, id: randomUUID() })), partialCredit: 'all_or_nothing' },
    short_text: { accepted: ['Straße', 'møøse'], isCaseSensitive: true, typos: 2 },
    number: { value: 6.6e-34, tolerance: 0.25, unit: 'cm' },
    matching: { pairs: [pair('P', half), pair('Q', 'q')], distractors: [named('r')] },
    ordering: { items: [named('first'), named(half)], partialCredit: 'all_or_nothing' },
    fill_blanks: { prompt: `Half is {1}, ${half} {2}`, blanks: [['0.5'], ['x', 'y']].map(newBlank) },
    long_text: { minWords: 5, maxWords: 50, guidance: `Names ${half}` },
    file: { takes: 'picture', maxFiles: 3, guidance: 'A drawing' },
  }
  return Object.entries(parts).map(([type, rest]) => ({
    id: randomUUID(),
    type,
    prompt: `Which is ${half}?\n\n${type}`,
    points: 2.25,
    explanation: String.raw`Since \[x^{2}\]`,
    ...rest,
  }))
}

const newBlank = (accepted: string[]) => ({ id: randomUUID(), accepted })
