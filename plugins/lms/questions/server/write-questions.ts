import { csvLine } from '#core/server/csv.ts'
import type { Banked } from '../bank-contract.ts'
import type { Option, Question, QuestionOf } from '../contract.ts'
import { csvColumns } from './read-csv.ts'

/** Questions as a file of comma-separated values, which an import takes again. */
export function questionsCsv(all: readonly Banked[]): string {
  const rows = all.map(({ question, tags }) => ({ question, tags, ...cellsOf(question) }))
  const most = Math.max(2, ...rows.map(({ answers }) => answers.length))
  const headings = [...csvColumns, ...Array.from({ length: most }, (_, index) => `Answer ${index + 1}`)]
  const lines = rows.map(({ question, tags, settings, answers }) =>
    csvLine([
      question.type,
      question.prompt,
      question.points,
      question.explanation,
      tags.join(', '),
      Object.entries(settings)
        .filter(([, value]) => value !== '' && value !== null)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      ...Array.from({ length: most }, (_, index) => answers[index] ?? ''),
    ]),
  )
  return [csvLine(headings), ...lines].join('')
}

type Settings = Record<string, string | number | null>

const optionCell = ({ text, feedback, isRight }: Pick<Option, 'text' | 'feedback' | 'isRight'>) =>
  `${isRight ? '*' : /^[*\\]/.test(text) ? '\\' : ''}${text}${feedback ? ` # ${feedback}` : ''}`

/** The places, from 1, of what something holds for. */
const placesOf = <Row>(rows: readonly Row[], holds: (row: Row) => boolean) =>
  rows.flatMap((row, index) => (holds(row) ? [index + 1] : [])).join(' ')

function cellsOf(question: Question): { answers: string[]; settings: Settings } {
  const scored = 'partialCredit' in question && question.partialCredit === 'all_or_nothing' ? 'all or none' : ''
  switch (question.type) {
    case 'single':
    case 'multiple':
      return {
        answers: question.options.map(optionCell),
        settings: { scored, last: placesOf(question.options, ({ isLast }) => isLast) },
      }
    case 'true_false': {
      const { isTrue, feedbackTrue, feedbackFalse } = question
      return {
        answers: [
          optionCell({ text: 'True', isRight: isTrue, feedback: feedbackTrue }),
          optionCell({ text: 'False', isRight: !isTrue, feedback: feedbackFalse }),
        ],
        settings: {},
      }
    }
    case 'short_text':
      return {
        answers: question.accepted,
        settings: { capitals: question.isCaseSensitive ? 'yes' : '', typos: question.typos || '' },
      }
    case 'number':
      return {
        answers: [String(question.value)],
        settings: { tolerance: question.tolerance || '', unit: question.unit },
      }
    case 'matching':
      return {
        answers: [
          ...question.pairs.map(({ prompt, match }) => `${prompt} -> ${match}`),
          ...question.distractors.map(({ text }) => `* -> ${text}`),
        ],
        settings: { scored },
      }
    case 'ordering':
      return { answers: question.items.map(({ text }) => text), settings: { scored } }
    case 'fill_blanks':
      return {
        answers: question.blanks.map(({ accepted }) => accepted.join(' | ')),
        settings: { scored, capitals: placesOf(question.blanks, ({ isCaseSensitive }) => isCaseSensitive) },
      }
    case 'long_text':
      return {
        answers: question.guidance ? [question.guidance] : [],
        settings: { fewest: question.minWords, most: question.maxWords },
      }
    case 'file':
      return {
        answers: question.guidance ? [question.guidance] : [],
        settings: { takes: question.takes, files: question.maxFiles },
      }
  }
}

/** Questions in Moodle's GIFT format; those of types that it has not are named in comments. */
export const questionsGift = (all: readonly Banked[]): string =>
  all.map(({ question }) => giftOf(question)).join('\n\n') + '\n'

const escaped = (text: string) =>
  text.replaceAll(/[~=#{}:\\]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)

function giftOf(question: Question): string {
  const answers = giftAnswers(question)
  if (answers === undefined) {
    return `// Left out, since GIFT has no such type (${question.type}): ${question.prompt.replaceAll(/\s+/g, ' ')}`
  }
  const explanation = question.explanation ? `####${escaped(question.explanation)}` : ''
  if (question.type === 'fill_blanks') {
    const [before = '', after = ''] = question.prompt.split('{1}')
    return `${escaped(before)}{${answers}${explanation}}${escaped(after)}`
  }
  return `${escaped(question.prompt)} {${answers}${explanation}}`
}

const withFeedback = (text: string, feedback: string) => `${escaped(text)}${feedback ? `#${escaped(feedback)}` : ''}`

function giftAnswers(question: Question): string | undefined {
  switch (question.type) {
    case 'single':
      return question.options
        .map(({ text, isRight, feedback }) => `${isRight ? '=' : '~'}${withFeedback(text, feedback)}`)
        .join(' ')
    case 'multiple':
      return weighted(question)
    case 'true_false': {
      const { isTrue, feedbackTrue, feedbackFalse } = question
      const [wrong, right] = isTrue ? [feedbackFalse, feedbackTrue] : [feedbackTrue, feedbackFalse]
      const feedback = wrong || right ? `#${escaped(wrong)}#${escaped(right)}` : ''
      return `${isTrue ? 'TRUE' : 'FALSE'}${feedback}`
    }
    case 'short_text':
      return question.accepted.map((text) => `=${escaped(text)}`).join(' ')
    case 'number':
      return `#${question.value}${question.tolerance ? `:${question.tolerance}` : ''}`
    case 'matching':
      return [
        ...question.pairs.map(({ prompt, match }) => `=${escaped(prompt)} -> ${escaped(match)}`),
        ...question.distractors.map(({ text }) => `= -> ${escaped(text)}`),
      ].join(' ')
    case 'fill_blanks': {
      const [only, ...others] = question.blanks
      return others.length === 0 ? only?.accepted.map((text) => `=${escaped(text)}`).join(' ') : undefined
    }
    case 'long_text':
      return ''
    case 'ordering':
    case 'file':
      return undefined
  }
}

/** Right answers share the points, and each wrong one takes a share away: as they are scored here. */
function weighted({ options }: QuestionOf<'multiple'>): string {
  const share = Number((100 / options.filter(({ isRight }) => isRight).length).toFixed(5))
  return options
    .map(({ text, isRight, feedback }) => `~%${isRight ? share : -share}%${withFeedback(text, feedback)}`)
    .join(' ')
}
