import { expect, test } from 'vitest'
import { question } from '../contract.ts'
import { splitPrompt } from '../prompt-contract.ts'
import { newQuestions } from '../testing/questions.ts'
import { editedQuestion } from './editedQuestion.ts'

const blanksOf = (prompt: string) => ({ ...newQuestions().find(({ type }) => type === 'fill_blanks'), prompt })

test('saved questions with blanks between the brackets of a formula stay valid, and their editor asks to move them', () => {
  const saved = blanksOf(String.raw`The pattern \({1}|b\) finds {2}`)
  expect(question.safeParse(saved).success).toBe(true)
  expect(splitPrompt(saved.prompt, 2)).toEqual([String.raw`The pattern \(`, 1, String.raw`|b\) finds `, 2])
  expect(editedQuestion.safeParse(saved).error?.issues).toMatchObject([
    { path: ['prompt'], message: expect.stringMatching(/^Write blanks outside of formulas/) },
  ])
  expect(editedQuestion.safeParse(blanksOf('No blank')).error?.issues).toHaveLength(1)
})

test('braces within formulas are no blanks if the other blanks are complete', () => {
  const written = blanksOf(String.raw`\(x^{2}\) is {1}, and \(x_{1}\) is {2}`)
  expect(editedQuestion.safeParse(written).success).toBe(true)
  expect(splitPrompt(written.prompt, 2)).toEqual([String.raw`\(x^{2}\) is `, 1, String.raw`, and \(x_{1}\) is `, 2])
})
