import { question } from '../contract.ts'
import { hasBlanks, splitPrompt } from '../prompt-contract.ts'

/** Question in its editor, where blanks have to be outside of formulas; saved questions from before formulas stay valid. */
export const editedQuestion = question.superRefine((written, context) => {
  if (written.type !== 'fill_blanks') return
  const { prompt, blanks } = written
  const isDrawn = !hasBlanks(splitPrompt(prompt), blanks.length)
  // The question's own schema reports missing blanks.
  if (!isDrawn || !hasBlanks(splitPrompt(prompt, blanks.length), blanks.length)) return
  const message = 'Write blanks outside of formulas: what is between \\( and \\) is drawn as a formula'
  context.addIssue({ code: 'custom', path: ['prompt'], message })
})
