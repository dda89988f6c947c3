import { shortenText, toPlainText } from '../text-contract.ts'
import type { Question, QuestionType } from '../contract.ts'

interface TypeWords {
  label: string
  /** Description of the type. */
  description: string
}

export const typeLabels: Record<QuestionType, TypeWords> = {
  single: { label: 'Single choice', description: 'One correct answer' },
  multiple: { label: 'Multiple choice', description: 'Any number of correct answers' },
  true_false: { label: 'True or false', description: 'A statement that is true or false' },
  short_text: { label: 'Short text', description: 'A short text, compared with accepted answers' },
  number: { label: 'Number', description: 'A number, within a tolerance' },
  matching: { label: 'Matching', description: 'Match items with their partners' },
  ordering: { label: 'Ordering', description: 'Put items in order' },
  fill_blanks: { label: 'Fill in the blanks', description: 'Fill in missing words of a text' },
  long_text: { label: 'Long text', description: 'Long answer, graded by staff' },
  file: { label: 'File', description: 'File upload, graded by staff' },
}

export const creditOptions = [
  { id: 'per_choice', label: 'Partial points' },
  { id: 'all_or_nothing', label: 'All points or none' },
] as const

export const fileOptions = [
  { id: 'any', label: 'Any file' },
  { id: 'document', label: 'A document' },
  { id: 'picture', label: 'A picture' },
  { id: 'audio', label: 'A recording' },
  { id: 'video', label: 'A film' },
] as const

export const formatPoints = (points: number) => (points === 1 ? '1 point' : `${points} points`)

export const formatQuestions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

/** Shortens the prompt to one line, for lists that draw its formulas. */
export const shortenPrompt = ({ prompt }: Pick<Question, 'prompt'>): string => shortenText(prompt, 80)

/** Formats the prompt in one line without formulas, for menus and names. */
export const formatPrompt = (question: Pick<Question, 'prompt'>): string => toPlainText(shortenPrompt(question))
