import { question } from '../contract.ts'
import { hasBlanks, splitPrompt } from '../prompt-contract.ts'

/** A question in its editor, where blanks are outside of formulas; saved questions from before formulas stay valid. */
export const editedQuestion = question.superRefine((written, context) => {
  if (written.type !== 'fill_blanks' || hasBlanks(splitPrompt(written.prompt), written.blanks.length)) return
  const message = 'Write blanks outside of formulas: what is between \\( and \\) is drawn as a formula'
  context.addIssue({ code: 'custom', path: ['prompt'], message })
})
