import type { QuizDetails, ShownQuiz } from '../quiz-contract.ts'

export const feedbackLabels: Record<QuizDetails['feedback'], string> = {
  at_once: 'Immediately after each question',
  after_submission: 'After submission',
  after_last_attempt: 'After the last attempt',
  once: 'Once, after submission',
  never: 'Never',
}

export const keptScoreLabels: Record<QuizDetails['keptScore'], string> = {
  highest: 'The highest',
  latest: 'The latest',
  average: 'The average',
}

export const timeEndLabels: Record<QuizDetails['timeEnd'], string> = {
  submit: 'Saved answers are submitted',
  grace: 'Submission is possible for some minutes',
  discard: 'The attempt is not counted',
}

/** Message without questions: rules would promise something to begin. */
export const NO_QUESTIONS_MESSAGE = 'This quiz has no questions yet, so there is nothing to start. Come back later.'

export const toOptions = <Id extends string>(words: Record<Id, string>, ids: readonly Id[]) =>
  ids.map((id) => ({ id, label: words[id] }))

/** Describes the rules of a quiz, in short sentences for learners. */
export function describeRules({ attempts, waitMinutes, timeLimit, keptScore, passPercent }: ShownQuiz): string[] {
  return [
    passPercent === 0 ? 'Submission is enough' : `Pass mark: ${passPercent}%`,
    timeLimit === null ? 'No time limit' : `${formatMinutes(timeLimit)} for each attempt`,
    attempts === null ? 'As many attempts as you like' : attempts === 1 ? '1 attempt' : `${attempts} attempts`,
    ...(waitMinutes > 0 && attempts !== 1 ? [`${formatMinutes(waitMinutes)} between attempts`] : []),
    ...(attempts === 1 ? [] : [`${keptScoreLabels[keptScore]} score counts`]),
  ]
}

const formatMinutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)
