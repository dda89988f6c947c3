import type { Client } from '#core/testing/harness.ts'
import type { OpenAttempt } from '../assessment/attempts/contract.ts'
import { beginAttempt } from './attempts.ts'

/** Builds two questions of one point each: what falls, with two options, and whether it burns. */
export function newTwoQuestions() {
  const id = () => crypto.randomUUID()
  return [
    {
      id: id(),
      type: 'single' as const,
      prompt: 'What falls?',
      options: [
        { id: id(), text: 'A stone', isRight: true },
        { id: id(), text: 'A cloud' },
      ],
    },
    { id: id(), type: 'true_false' as const, prompt: 'Paper burns.', isTrue: true },
  ]
}

/** Builds the same questions, with the other option as the correct one. */
export function correctQuestions(questions: ReturnType<typeof newTwoQuestions>) {
  return questions.map((question) =>
    question.type === 'single'
      ? { ...question, options: question.options.map((option) => ({ ...option, isRight: !option.isRight })) }
      : question,
  )
}

/** Saves answers by prompt: the text of an option, or true and false; prompts that are not named are left out. */
export async function answerAttempt(
  learner: Client,
  attempt: OpenAttempt,
  answers: Readonly<Record<string, string>>,
  sequence = 1,
): Promise<void> {
  for (const { item, question } of attempt.items) {
    const chosen = answers[question.prompt]
    if (chosen === undefined) continue
    const answer =
      question.type === 'single'
        ? { type: 'single', optionId: question.options.find(({ text }) => text === chosen)?.id }
        : { type: 'true_false', isTrue: chosen === 'true' }
    const { status, body } = await learner.put(`/api/tenant/attempts/${attempt.id}/answers/${item}`, {
      answer,
      sequence,
    })
    if (status !== 200) throw new Error(`Answering said ${status}: ${JSON.stringify(body)}`)
  }
}

/** Takes a quiz from start to finish. @returns the id of the attempt */
export async function takeQuiz(
  learner: Client,
  lessonId: string,
  answers: Readonly<Record<string, string>>,
): Promise<string> {
  const attempt = await beginAttempt(learner, lessonId)
  await answerAttempt(learner, attempt, answers)
  const { status, body } = await learner.post(`/api/tenant/attempts/${attempt.id}/finish`)
  if (status !== 200) throw new Error(`Submission said ${status}: ${JSON.stringify(body)}`)
  return attempt.id
}
