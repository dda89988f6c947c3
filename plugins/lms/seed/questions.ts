import { randomUUID } from 'node:crypto'
import type { WrittenQuestion } from '../authoring/questions/contract.ts'

interface Right {
  text: string
}

/** Marks an answer as right. */
export const newRightAnswer = (text: string): Right => ({ text })

const newOptions = (answers: readonly (string | Right)[]) =>
  answers.map((answer) => ({
    id: randomUUID(),
    text: typeof answer === 'string' ? answer : answer.text,
    isRight: typeof answer !== 'string',
  }))

const newQuestion = (prompt: string, explanation: string) => ({ id: randomUUID(), prompt, explanation })

const withId = (text: string) => ({ id: randomUUID(), text })

export const newSingle = (prompt: string, answers: readonly (string | Right)[], why: string): WrittenQuestion => ({
  ...newQuestion(prompt, why),
  type: 'single',
  options: newOptions(answers),
})

export const newMultiple = (prompt: string, answers: readonly (string | Right)[], why: string): WrittenQuestion => ({
  ...newQuestion(prompt, why),
  type: 'multiple',
  options: newOptions(answers),
})

export const newTrueFalse = (prompt: string, isTrue: boolean, why: string): WrittenQuestion => ({
  ...newQuestion(prompt, why),
  type: 'true_false',
  isTrue,
})

export const newShortText = (prompt: string, accepted: string[], why: string): WrittenQuestion => ({
  ...newQuestion(prompt, why),
  type: 'short_text',
  accepted,
})

export const number = (
  prompt: string,
  { answer, ...measured }: { answer: number; tolerance: number; unit?: string },
  why: string,
): WrittenQuestion => ({ ...newQuestion(prompt, why), type: 'number', value: answer, ...measured })

export const newMatching = (prompt: string, pairs: readonly [string, string][], why: string): WrittenQuestion => ({
  ...newQuestion(prompt, why),
  type: 'matching',
  pairs: pairs.map(([first, match]) => ({ id: randomUUID(), prompt: first, matchId: randomUUID(), match })),
})

/** @param items in the right order */
export const newOrdering = (prompt: string, items: readonly string[], why: string): WrittenQuestion => ({
  ...newQuestion(prompt, why),
  type: 'ordering',
  items: items.map(withId),
})

/** @param sentence with what is to be filled in as `{{word}}`, or `{{word|another}}` where either is right */
export function newBlanks(sentence: string, why: string): WrittenQuestion {
  const wanted: { id: string; accepted: string[] }[] = []
  const prompt = sentence.replaceAll(/\{\{([^{}]+)\}\}/g, (_, words: string) => {
    wanted.push({ id: randomUUID(), accepted: words.split('|') })
    return `{${wanted.length}}`
  })
  return { ...newQuestion(prompt, why), type: 'fill_blanks', blanks: wanted }
}

/** @param guidance what a good answer has, for those who grade */
export const newEssay = (prompt: string, guidance: string): WrittenQuestion => ({
  ...newQuestion(prompt, ''),
  type: 'long_text',
  guidance,
})
