import type { Scope } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import type { ImportAnswer, QuestionFile } from '../bank-contract.ts'
import { MAX_BANK_QUESTIONS, MAX_LISTED_PROBLEMS, tags as tagsOf } from '../bank-contract.ts'
import { question, type Question } from '../contract.ts'
import { copyQuestions } from './edit-question.ts'
import { getBank } from './banks.ts'
import { listQuestions } from './questions.ts'
import { isCsvError, readQuestionsCsv } from './read-csv.ts'
import { readGift } from './read-gift.ts'
import type { ReadQuestion } from './read-texts.ts'
import { toCsv, toGift } from './write-questions.ts'

interface Understood {
  line: number
  question: Question
  tags: string[]
  notes: string[]
}

/**
 * Looks at a file of questions, and puts those that are right into the bank unless it is only a preview, which names the
 * others, and what is changed, by line.
 * @throws not-found when there is no such bank, or none that the scope may write; when they do not fit in
 */
export async function importQuestions(
  scope: Scope,
  bankId: string,
  { format, text, isPreview }: QuestionFile,
): Promise<ImportAnswer> {
  const bank = await getBank(scope, bankId)
  const { understood, problems } = checkQuestions(readAs(format, text))
  if (problems.length === 0 && understood.length === 0) problems.push({ line: 1, message: 'There are no questions' })
  if (bank.questionCount + understood.length > MAX_BANK_QUESTIONS) {
    throw new AppError('question-bank.full', 409, `A question bank has at most ${MAX_BANK_QUESTIONS} questions.`)
  }
  const isImported = !isPreview && understood.length > 0
  const notes = understood.flatMap(({ line, notes: words }) => words.map((message) => ({ line, message })))
  if (isImported) await copyQuestions(scope, bankId, understood)
  return {
    isImported,
    questions: understood.map(({ line, question: { type, prompt } }) => ({ line, type, prompt: prompt.slice(0, 200) })),
    problemCount: problems.length,
    problems: problems.slice(0, MAX_LISTED_PROBLEMS),
    noteCount: notes.length,
    notes: notes.slice(0, MAX_LISTED_PROBLEMS),
  }
}

function readAs(format: QuestionFile['format'], text: string): ReadQuestion[] {
  if (format === 'gift') return readGift(text.replace(/^\ufeff/, ''))
  try {
    return readQuestionsCsv(text)
  } catch (error) {
    if (!isCsvError(error)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    return [{ line, tags: [], notes: [], problem: `This cannot be read as CSV: ${error.message.slice(0, 200)}` }]
  }
}

function checkQuestions(read: readonly ReadQuestion[]) {
  const understood: Understood[] = []
  const problems: ImportAnswer['problems'] = []
  for (const one of read) {
    if ('problem' in one) {
      problems.push({ line: one.line, message: one.problem })
      continue
    }
    const parsed = question.safeParse(one.question)
    const tagged = tagsOf.safeParse(one.tags)
    if (parsed.success && tagged.success) {
      understood.push({ line: one.line, question: parsed.data, tags: tagged.data, notes: one.notes })
      continue
    }
    for (const { path, message } of [...(parsed.error?.issues ?? []), ...(tagged.error?.issues ?? [])]) {
      problems.push({ line: one.line, message: `${placeOf(path)}${message}` })
    }
  }
  return { understood, problems }
}

/** Formats a path as people count: 'Answer 2: '. */
function placeOf(path: readonly PropertyKey[]): string {
  const index = path.find((part) => typeof part === 'number')
  return index === undefined ? '' : `Answer ${index + 1}: `
}

/** All questions of a bank as a file. @throws not-found when there is no such bank, or none that the scope may write */
export async function exportQuestions(
  scope: Scope,
  bankId: string,
  format: QuestionFile['format'],
): Promise<FileAnswer> {
  const { rows } = await listQuestions(scope, bankId, {})
  return format === 'csv'
    ? newFileAnswer('text/csv; charset=utf-8', 'questions.csv', toCsv(rows))
    : newFileAnswer('text/plain; charset=utf-8', 'questions.gift.txt', toGift(rows))
}

const newFileAnswer = (type: string, name: string, text: string) =>
  new FileAnswer(type, Buffer.from(text), { 'content-disposition': `attachment; filename="${name}"` })
