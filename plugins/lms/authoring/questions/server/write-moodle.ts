import { escapeXml } from '#core/server/xml.ts'
import type { Banked } from '../bank-contract.ts'
import type { Question, QuestionOf, QuestionPicture } from '../contract.ts'
import { formatCloze } from './moodle-cloze.ts'
import { fillPrompt } from '../prompt-contract.ts'
import { hasMarks, stripMarks } from '../mark-contract.ts'
import { isFormatted } from '../text-contract.ts'
import { escapeHtml, writeMarks } from './write-html.ts'

/** Content of a picture, with its name in the file. */
export interface ExportedPicture {
  name: string
  bytes: Buffer
}
/** Pictures by their addresses. */
export type ExportedPictures = ReadonlyMap<string, ExportedPicture>

const tag = (name: string, text: string | number) => `<${name}>${escapeXml(String(text))}</${name}>`
/** Formats a text with its format: Moodle renders formulas and marks in HTML alone. */
const texts = (name: string, text: string, attributes = '', more = '') => {
  const [format, written] = isFormatted(text) ? ['html', toHtml(text)] : ['plain_text', text]
  return `<${name}${attributes} format="${format}">${tag('text', written)}${more}</${name}>`
}
const formatAnswer = (text: string, fraction: number, feedback = '', more = '') =>
  texts('answer', text, ` fraction="${fraction}"`, `${texts('feedback', feedback)}${more}`)
/** Formats an answer that learners type as plain text, which Moodle compares literally. */
const formatTyped = (text: string, fraction: number) =>
  `<answer fraction="${fraction}" format="plain_text">${tag('text', text)}${texts('feedback', '')}</answer>`

/** Converts questions to Moodle's XML. A comment above a question lists its lost parts. */
export function toMoodle(all: readonly Banked[], pictures: ExportedPictures): string {
  const questions = all.map((banked) => formatQuestion(banked, pictures))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>\n`
}

function formatQuestion({ question, tags }: Banked, pictures: ExportedPictures): string {
  const { prompt, explanation, points } = question
  const { type, answers } = formatType(question)
  const lost = listLost(question, pictures)
  const comment = lost.length > 0 ? `<!-- Left out: ${lost.join('; ')} -->\n` : ''
  const name = prompt.replaceAll(/\s+/g, ' ').trim().slice(0, 80)
  const tagged = tags.map((one) => `<tag>${tag('text', one)}</tag>`).join('')
  return `${comment}<question type="${type}">
<name>${tag('text', name)}</name>
${formatPrompt(question, pictures)}
${texts('generalfeedback', explanation)}
${tag('defaultgrade', points)}${tag('penalty', 0)}${tag('hidden', 0)}
${answers}
<tags>${tagged}</tags>
</question>`
}

/** Position of a blank, as a character that no text contains. */
const BLANK = '\uFDD0'

function formatPrompt(question: Question, pictures: ExportedPictures): string {
  const blanks = question.type === 'fill_blanks' ? question.blanks : []
  const text = fillPrompt(question.prompt, (number) => `${BLANK}${number}${BLANK}`, blanks.length)
  const place = (written: string, write: (cloze: string) => string) =>
    written.replaceAll(/\uFDD0(\d+)\uFDD0/g, (_, number: string) => {
      const blank = blanks[Number(number) - 1]
      return blank ? write(formatCloze(blank.accepted, blank.isCaseSensitive)) : ''
    })
  const shown = (question.pictures ?? []).flatMap((picture) => {
    const file = pictures.get(picture.imageUrl)
    return file ? [{ picture, file }] : []
  })
  if (shown.length === 0 && !isFormatted(text)) {
    return `<questiontext format="plain_text">${tag(
      'text',
      place(text, (cloze) => cloze),
    )}</questiontext>`
  }
  const html = place(toHtml(text), escapeHtml)
  const images = shown.map(({ picture, file }) => formatImage(picture, file)).join('')
  const files = shown.map(
    ({ file }) =>
      `<file name="${escapeXml(file.name)}" path="/" encoding="base64">${file.bytes.toString('base64')}</file>`,
  )
  return `<questiontext format="html">${tag('text', images ? `<p>${html}</p>${images}` : html)}${files.join('')}</questiontext>`
}

const formatImage = ({ alt }: QuestionPicture, { name }: ExportedPicture) =>
  `<p><img src="@@PLUGINFILE@@/${encodeURIComponent(name)}" alt="${escapeXml(alt)}"></p>`

const toHtml = (text: string) => writeMarks(text, escapeHtml)

/** Lists the parts that Moodle does not support, in words. */
function listLost(question: Question, pictures: ExportedPictures): string[] {
  const missing = (question.pictures ?? []).some(({ imageUrl }) => !pictures.has(imageUrl))
  const isPartial = 'partialCredit' in question && question.partialCredit === 'all_or_nothing'
  return [
    ...(missing ? ['pictures that are stored no more'] : []),
    ...(isPartial && question.type !== 'ordering' ? ['all points or none'] : []),
    ...('options' in question && question.options.some(({ isLast }) => isLast) ? ['answers that stay last'] : []),
    ...(question.type === 'matching' && listMatches(question).some(hasMarks) ? ['bold and italics of matches'] : []),
    ...(question.type === 'short_text' && question.typos > 0 ? ['typos that are allowed'] : []),
  ]
}

const listMatches = ({ pairs, distractors }: QuestionOf<'matching'>) => [
  ...pairs.map(({ match }) => match),
  ...distractors.map(({ text }) => text),
]

function formatType(question: Question): { type: string; answers: string } {
  switch (question.type) {
    case 'single':
      return { type: 'multichoice', answers: formatChoices(question, (isRight) => (isRight ? 100 : 0)) }
    case 'multiple': {
      const right = question.options.filter(({ isRight }) => isRight).length
      const share = Number((100 / right).toFixed(5))
      return { type: 'multichoice', answers: formatChoices(question, (isRight) => (isRight ? share : -share)) }
    }
    case 'true_false': {
      const { isTrue, feedbackTrue, feedbackFalse } = question
      const [yes, no] = isTrue ? [100, 0] : [0, 100]
      return {
        type: 'truefalse',
        answers: formatAnswer('true', yes, feedbackTrue) + formatAnswer('false', no, feedbackFalse),
      }
    }
    case 'short_text':
      return {
        type: 'shortanswer',
        answers:
          tag('usecase', question.isCaseSensitive ? 1 : 0) +
          question.accepted.map((text) => formatTyped(escapeWildcards(text), 100)).join(''),
      }
    case 'number':
      return { type: 'numerical', answers: formatNumber(question) }
    case 'matching':
      return {
        type: 'matching',
        answers: [...question.pairs, ...question.distractors.map(({ text }) => ({ prompt: '', match: text }))]
          .map(({ prompt, match }) =>
            texts('subquestion', prompt, '', `<answer>${tag('text', stripMarks(match))}</answer>`),
          )
          .join(''),
      }
    case 'ordering':
      return {
        type: 'ordering',
        answers:
          tag('layouttype', 'VERTICAL') +
          tag('selecttype', 'ALL') +
          tag('gradingtype', question.partialCredit === 'all_or_nothing' ? 'ALL_OR_NOTHING' : 'ABSOLUTE_POSITION') +
          question.items.map(({ text }, index) => formatAnswer(text, index + 1)).join(''),
      }
    case 'fill_blanks':
      return { type: 'multianswer', answers: '' }
    case 'long_text':
      return {
        type: 'essay',
        answers:
          tag('responseformat', 'editor') +
          tag('minwordlimit', question.minWords ?? '') +
          tag('maxwordlimit', question.maxWords ?? '') +
          texts('graderinfo', question.guidance),
      }
    case 'file':
      return {
        type: 'essay',
        answers:
          tag('responseformat', 'noinline') +
          tag('attachments', question.maxFiles) +
          tag('attachmentsrequired', 1) +
          tag(
            'filetypeslist',
            { any: '', document: 'document', picture: 'image', audio: 'audio', video: 'video' }[question.takes],
          ) +
          texts('graderinfo', question.guidance),
      }
  }
}

/** Escapes asterisks, which match any letters in short answers of Moodle. */
const escapeWildcards = (text: string) => text.replaceAll('*', String.raw`\*`)

function formatChoices(question: QuestionOf<'single' | 'multiple'>, weigh: (isRight: boolean) => number): string {
  return (
    tag('single', String(question.type === 'single')) +
    question.options.map(({ text, isRight, feedback }) => formatAnswer(text, weigh(isRight), feedback)).join('')
  )
}

function formatNumber({ value, tolerance, unit }: QuestionOf<'number'>): string {
  const answer = formatAnswer(String(value), 100, '', tag('tolerance', tolerance))
  if (unit === '') return answer
  return `${answer}<units><unit>${tag('multiplier', 1)}${tag('unit_name', unit)}</unit></units>`
}
