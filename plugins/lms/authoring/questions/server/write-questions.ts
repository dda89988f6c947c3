import { formatUnmistakable } from '#core/contract/parse-number.ts'
import { csvHead, csvLine } from '#core/server/csv.ts'
import { escapeXml } from '#core/server/xml.ts'
import type { Banked } from '../bank-contract.ts'
import type { Option, Question, QuestionOf } from '../contract.ts'
import { hasMarks } from '../mark-contract.ts'
import { fillPrompt } from '../prompt-contract.ts'
import { acceptedMark, feedbackMark, joinWith, matchMark } from './cell-marks.ts'
import { csvColumns } from './read-csv.ts'
import { escapeHtml, writeMarks } from './write-html.ts'
import type { ExportedPictures } from './write-moodle.ts'

/** Converts questions to CSV, which an import reads back. */
export function toCsv(all: readonly Banked[]): string {
  const rows = all.map(({ question, tags }) => ({ question, tags, ...toCells(question) }))
  const most = Math.max(2, ...rows.map(({ answers }) => answers.length))
  const headings = [...csvColumns, ...Array.from({ length: most }, (_, index) => `Answer ${index + 1}`)]
  const lines = rows.map(({ question, tags, settings, answers }) =>
    csvLine([
      question.type,
      question.prompt,
      formatUnmistakable(question.points),
      question.explanation,
      joinWith(',', tags),
      joinWith(
        ';',
        Object.entries(settings)
          .filter(([, value]) => value !== '' && value !== null)
          .map(([name, value]) => `${name}=${value}`),
      ),
      ...Array.from({ length: most }, (_, index) => answers[index] ?? ''),
    ]),
  )
  return [csvHead(headings), ...lines].join('')
}

type Settings = Record<string, string | number | null>

function formatOption({ text, feedback, isRight }: Pick<Option, 'text' | 'feedback' | 'isRight'>): string {
  const said = feedbackMark.join(feedback ? [text, feedback] : [text])
  return `${isRight ? '*' : /^[*\\]/.test(said) ? '\\' : ''}${said}`
}

/** Escapes an asterisk: alone in place of a prompt, it marks a match without one. */
const escapeAsterisk = (prompt: string) => (/^\\*\*$/.test(prompt) ? `\\${prompt}` : prompt)

/** Lists the positions, from 1, of rows that satisfy a condition. */
const listPlaces = <Row>(rows: readonly Row[], holds: (row: Row) => boolean) =>
  rows.flatMap((row, index) => (holds(row) ? [index + 1] : [])).join(' ')

function toCells(question: Question): { answers: string[]; settings: Settings } {
  const scored = 'partialCredit' in question && question.partialCredit === 'all_or_nothing' ? 'all or none' : ''
  switch (question.type) {
    case 'single':
    case 'multiple':
      return {
        answers: question.options.map(formatOption),
        settings: { scored, last: listPlaces(question.options, ({ isLast }) => isLast) },
      }
    case 'true_false': {
      const { isTrue, feedbackTrue, feedbackFalse } = question
      return {
        answers: [
          formatOption({ text: 'True', isRight: isTrue, feedback: feedbackTrue }),
          formatOption({ text: 'False', isRight: !isTrue, feedback: feedbackFalse }),
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
        answers: [formatUnmistakable(question.value)],
        settings: { tolerance: question.tolerance ? formatUnmistakable(question.tolerance) : '', unit: question.unit },
      }
    case 'matching':
      return {
        answers: [
          ...question.pairs.map(({ prompt, match }) => matchMark.join([escapeAsterisk(prompt), match])),
          ...question.distractors.map(({ text }) => matchMark.join(['*', text])),
        ],
        settings: { scored },
      }
    case 'ordering':
      return { answers: question.items.map(({ text }) => text), settings: { scored } }
    case 'fill_blanks':
      return {
        answers: question.blanks.map(({ accepted }) => acceptedMark.join(accepted)),
        settings: { scored, capitals: listPlaces(question.blanks, ({ isCaseSensitive }) => isCaseSensitive) },
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

/**
 * Converts questions to Moodle's GIFT format; those of types that it lacks are listed in comments.
 * @param pictures beside the file, by the addresses in questions
 */
export const toGift = (all: readonly Banked[], pictures: ExportedPictures = new Map()): string =>
  all.map(({ question, tags }) => `${formatTags(tags)}${formatGift(question, pictures)}`).join('\n\n') + '\n'

const formatTags = (tags: readonly string[]) =>
  tags.length === 0 ? '' : `// ${tags.map((tag) => `[tag:${tag.replaceAll(/[[\]\\]/g, String.raw`\$&`)}]`).join(' ')}\n`

/** Formats the texts of a question, so that none of their characters is read as the format's own. */
type Writer = (text: string) => string

const escapeGift: Writer = (text) =>
  text.replaceAll(/[~=#{}:\\]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)

/** Formats bold and italic texts, and those with an arrow, which GIFT cannot escape, as HTML. */
const escapeMarkup: Writer = (text) => escapeGift(writeMarks(text, escapeHtml))

/** Matches a format mark at the start of a text: one that is text needs another before it. */
const formatMark = /^\s*\[(?:html|moodle|plain|markdown)\]/

const ARROW = '->'

/** Position of a blank, as a character that no text contains. */
const BLANK = '\uFDD0'

/** Selects the format of a question's texts; those with an arrow would be read as matching pairs. */
function getWriter(question: Question, hasPictures: boolean): { format: 'plain' | 'html'; write: Writer } {
  const texts = listTexts(question)
  return hasPictures || texts.some((text) => text.includes(ARROW) || hasMarks(text))
    ? { format: 'html', write: escapeMarkup }
    : { format: 'plain', write: escapeGift }
}

/** Lists the texts that determine the format of all texts of a question. */
function listTexts(question: Question): string[] {
  const { prompt, explanation } = question
  const marked = [prompt, explanation].filter(hasMarks)
  switch (question.type) {
    case 'single':
    case 'multiple':
      return [...marked, ...question.options.flatMap(({ text, feedback }) => [text, feedback]).filter(hasMarks)]
    case 'true_false':
      return [...marked, ...[question.feedbackTrue, question.feedbackFalse].filter(hasMarks)]
    case 'matching':
      return [
        ...marked,
        ...question.pairs.flatMap((pair) => [pair.prompt, pair.match]),
        ...question.distractors.map(({ text }) => text),
      ]
    case 'short_text':
      return [...marked, ...question.accepted]
    case 'fill_blanks':
      return [...marked, ...question.blanks.flatMap(({ accepted }) => accepted)]
    default:
      return marked
  }
}

/** Formats the pictures of a question as HTML. */
const formatImages = ({ pictures = [] }: Question, exported: ExportedPictures) =>
  pictures
    .flatMap(({ imageUrl, alt }) => {
      const file = exported.get(imageUrl)
      return file ? [`<img src="@@PLUGINFILE@@/${encodeURIComponent(file.name)}" alt="${escapeXml(alt)}">`] : []
    })
    .join('')

function formatGift(question: Question, pictures: ExportedPictures): string {
  const images = escapeGift(formatImages(question, pictures))
  const { format, write: escape } = getWriter(question, images !== '')
  const write: Writer = (text) => `${formatMark.test(text) ? `[${format}]` : ''}${escape(text)}`
  const answers = formatAnswers(question, write)
  if (answers === undefined) {
    return `// Left out, since GIFT has no such type (${question.type}): ${question.prompt.replaceAll(/\s+/g, ' ')}`
  }
  const explanation = question.explanation ? ` ####${write(question.explanation)}` : ''
  const written = (prompt: string) => `[${format}]${escape(prompt)}`
  if (question.type === 'fill_blanks') {
    const filled = written(fillPrompt(question.prompt, () => BLANK, question.blanks.length))
    return `${filled.replace(BLANK, () => `{${answers}${explanation}}`)}${images}`
  }
  return `${written(question.prompt)}${images} {${answers}${explanation}}`
}

/** Formats an answer behind its sign. A leading percent sign would be read as a weight. */
const answerOf = (sign: '=' | '~', text: string, write: Writer, feedback = '') =>
  `${sign}${text.startsWith('%') ? (sign === '=' ? '%100%' : '%0%') : ''}${withFeedback(text, feedback, write)}`

const withFeedback = (text: string, feedback: string, write: Writer) =>
  `${write(text)}${feedback ? `#${write(feedback)}` : ''}`

function formatAnswers(question: Question, write: Writer): string | undefined {
  switch (question.type) {
    case 'single':
      return question.options
        .map(({ text, isRight, feedback }) => answerOf(isRight ? '=' : '~', text, write, feedback))
        .join(' ')
    case 'multiple':
      return formatWeighted(question, write)
    case 'true_false': {
      const { isTrue, feedbackTrue, feedbackFalse } = question
      const [wrong, right] = isTrue ? [feedbackFalse, feedbackTrue] : [feedbackTrue, feedbackFalse]
      const feedback = wrong || right ? `#${write(wrong)}#${write(right)}` : ''
      return `${isTrue ? 'TRUE' : 'FALSE'}${feedback}`
    }
    case 'short_text':
      return question.accepted.map((text) => answerOf('=', text, write)).join(' ')
    case 'number':
      return `#${question.value}${question.tolerance ? `:${question.tolerance}` : ''}`
    case 'matching':
      return [
        ...question.pairs.map(({ prompt, match }) => `${answerOf('=', prompt, write)} ${ARROW} ${write(match)}`),
        ...question.distractors.map(({ text }) => `= ${ARROW} ${write(text)}`),
      ].join(' ')
    case 'fill_blanks': {
      const [only, ...others] = question.blanks
      return others.length === 0 ? only?.accepted.map((text) => answerOf('=', text, write)).join(' ') : undefined
    }
    case 'long_text':
      return ''
    case 'ordering':
    case 'file':
      return undefined
  }
}

/** Formats weights as scored here: correct answers share the points, and each wrong one deducts a share. */
function formatWeighted({ options }: QuestionOf<'multiple'>, write: Writer): string {
  const share = Number((100 / options.filter(({ isRight }) => isRight).length).toFixed(5))
  return options
    .map(({ text, isRight, feedback }) => `~%${isRight ? share : -share}%${withFeedback(text, feedback, write)}`)
    .join(' ')
}
