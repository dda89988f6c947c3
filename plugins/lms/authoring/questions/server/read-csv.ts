import { CsvError, parse } from 'csv-parse/sync'
import { formatUnmistakable, parseNumber } from '#core/contract/parse-number.ts'
import { withoutApostrophe } from '#core/server/csv.ts'
import { MAX_BANK_QUESTIONS } from '../bank-contract.ts'
import { MAX_CHOICES, questionTypes, type QuestionType } from '../contract.ts'
import { acceptedMark, feedbackMark, matchMark, splitAt } from './cell-marks.ts'
import { QuestionProblem, type ReadQuestion } from './read-texts.ts'

/** Columns that identify the file; in any order, with any number of answer columns. */
export const csvColumns = ['Type', 'Question', 'Points', 'Explanation', 'Tags', 'Settings'] as const

const MAX_COLUMNS = 200
/** Maximum characters of a question, with every quotation mark doubled. */
const MAX_RECORD_LENGTH = 200_000

const newId = () => crypto.randomUUID()

/** Reads questions of a CSV file in the columns of an export. @throws CsvError if it is none */
export function readQuestionsCsv(text: string): ReadQuestion[] {
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const delimiter = [',', ';', '\t'].toSorted((one, other) => first.split(other).length - first.split(one).length)[0]
  const records = parse(text, {
    bom: true,
    // The headers, and one row more than a bank has: that is enough to report too many.
    to: MAX_BANK_QUESTIONS + 2,
    ...(delimiter ? { delimiter } : {}),
    info: true,
    max_record_size: MAX_RECORD_LENGTH,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  const [headers, ...rows] = records
  const names = (headers?.record ?? []).map((name) => name.toLowerCase())
  if (names.length > MAX_COLUMNS)
    return [{ line: 1, tags: [], notes: [], problem: `A file has at most ${MAX_COLUMNS} columns` }]
  const missing = csvColumns.slice(0, 2).filter((name) => !names.includes(name.toLowerCase()))
  if (missing.length > 0)
    return [{ line: 1, tags: [], notes: [], problem: `There is no column “${missing.join('” and “')}”` }]
  // The first of two columns with the same name counts.
  const places = new Map(names.map((name, index) => [name, index] as const).toReversed())
  const ofAnswers = names.flatMap((name, index) => (/^answer \d+$/.test(name) ? [index] : []))
  return rows.map(({ record, info }) => {
    const cell = (name: string) => withoutApostrophe(record[places.get(name) ?? -1] ?? '')
    const answers = ofAnswers.map((index) => withoutApostrophe(record[index] ?? ''))
    const breaks = record.join('').split('\n').length - 1
    return {
      line: info.lines - breaks,
      tags: splitAt(',', cell('tags')).filter(Boolean),
      notes: [],
      ...tryQuestion(
        cell,
        answers.filter((answer) => answer !== ''),
      ),
    }
  })
}

/** Checks if an error explains why a file is no CSV. */
export const isCsvError = (error: unknown): error is CsvError => error instanceof CsvError

function tryQuestion(cell: (name: string) => string, answers: string[]): { question: object } | { problem: string } {
  try {
    return parseQuestion(cell, answers)
  } catch (error) {
    if (!(error instanceof QuestionProblem)) throw error
    return { problem: error.message }
  }
}

/** Parses a number; NaN if it is none, which the schema reports. @throws QuestionProblem if it is ambiguous */
function parseCell(written: string): number {
  const parsed = parseNumber(written)
  if (parsed.kind === 'number') return parsed.value
  if (parsed.kind !== 'ambiguous') return Number.NaN
  const [decimal, thousands] = parsed.readings
  throw new QuestionProblem(`${written}: write ${formatUnmistakable(decimal)} or ${thousands}, since it can be either`)
}

function parseQuestion(cell: (name: string) => string, answers: string[]): { question: object } | { problem: string } {
  const type = questionTypes.find(
    (one) =>
      one ===
      cell('type')
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
  )
  if (!type) return { problem: `“${cell('type').slice(0, 40)}” is no type: use ${questionTypes.join(', ')}` }
  if (answers.length > MAX_CHOICES * 2) return { problem: `It has more than ${MAX_CHOICES * 2} answers` }
  const points = cell('points')
  const settings = new Map(
    splitAt(';', cell('settings')).map((entry): [string, string] => {
      const [name = '', ...value] = entry.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()]
    }),
  )
  return {
    question: {
      id: newId(),
      type,
      prompt: cell('question'),
      ...(points === '' ? {} : { points: parseCell(points) }),
      explanation: cell('explanation'),
      ...buildQuestion(type, answers, settings),
    },
  }
}

/** Parses an option: `*` before correct ones, feedback behind ` # `. */
function parseOption(written: string) {
  const [text = '', ...feedback] = feedbackMark.split(written.replace(/^[*\\]/, ''))
  return { id: newId(), text, isRight: written.startsWith('*'), feedback: feedback.join(' # ') }
}

const parseInteger = (value: string | undefined) => (value ? Number(value) : undefined)
/** Parses positions of answers, from 1. */
const parsePlaces = (value = '') => new Set(value.split(' ').map(Number))
const isYes = (value: string | undefined) => value?.toLowerCase() === 'yes'

function buildQuestion(type: QuestionType, answers: readonly string[], settings: ReadonlyMap<string, string>): object {
  const credit = settings.get('scored') === 'all or none' ? { partialCredit: 'all_or_nothing' } : {}
  const guidance = answers.join('\n')
  switch (type) {
    case 'single':
    case 'multiple': {
      const last = parsePlaces(settings.get('last'))
      return { ...credit, options: answers.map((one, at) => ({ ...parseOption(one), isLast: last.has(at + 1) })) }
    }
    case 'true_false': {
      const options = answers.map(parseOption)
      const find = (word: string) => options.find(({ text }) => text.toLowerCase() === word)
      const right = options.filter(({ isRight }) => isRight)
      const only = options.length === 1 ? options[0] : right.length === 1 ? right[0] : undefined
      const isTrue = { true: true, false: false }[only?.text.toLowerCase() ?? '']
      return { isTrue, feedbackTrue: find('true')?.feedback, feedbackFalse: find('false')?.feedback }
    }
    case 'short_text':
      return {
        accepted: answers,
        isCaseSensitive: isYes(settings.get('capitals')),
        typos: parseInteger(settings.get('typos')) ?? 0,
      }
    case 'number':
      return {
        value: parseCell(answers[0] ?? ''),
        tolerance: parseCell(settings.get('tolerance') ?? '0'),
        unit: settings.get('unit') ?? '',
      }
    case 'matching': {
      const pairs = answers.map((one) => {
        const [prompt = '', ...match] = matchMark.split(one)
        return { prompt, match: match.join(' -> ') }
      })
      return {
        ...credit,
        pairs: pairs
          .filter(({ prompt }) => prompt !== '*')
          .map(({ prompt, match }) => ({
            id: newId(),
            prompt: prompt.replace(/^\\(\\*\*)$/, '$1'),
            matchId: newId(),
            match,
          })),
        distractors: pairs.filter(({ prompt }) => prompt === '*').map(({ match }) => ({ id: newId(), text: match })),
      }
    }
    case 'ordering':
      return { ...credit, items: answers.map((text) => ({ id: newId(), text })) }
    case 'fill_blanks': {
      const sensitive = parsePlaces(settings.get('capitals'))
      return {
        ...credit,
        blanks: answers.map((one, at) => ({
          id: newId(),
          accepted: acceptedMark.split(one),
          isCaseSensitive: sensitive.has(at + 1),
        })),
      }
    }
    case 'long_text':
      return {
        minWords: parseInteger(settings.get('fewest')) ?? null,
        maxWords: parseInteger(settings.get('most')) ?? null,
        guidance,
      }
    case 'file':
      return { takes: settings.get('takes') || 'any', maxFiles: parseInteger(settings.get('files')) ?? 1, guidance }
  }
}
