import { fillPrompt } from '../prompt-contract.ts'
import { textOf, type XmlElement } from '#core/server/xml.ts'
import type { PictureShelf } from './picture-shelf.ts'
import { findAll, findNamed, normalizeQti, readResponse, toHtml } from './qti-item.ts'
import { buildQtiQuestion, type Interaction } from './qti-types.ts'
import { tryQuestion } from './read-gift.ts'
import type { FindPicture } from './read-markup.ts'
import { newTextReader, QuestionProblem, type ReadQuestion } from './read-texts.ts'

/** Finds a file of the package by its path relative to the item. */
export type FindFile = (path: string) => Buffer | undefined

/** Checks if an element is an item of QTI 2 or 3. */
export const isQtiItem = ({ name }: XmlElement): boolean => /^(?:qti-assessment-item|assessmentitem)$/.test(name)

/** Reads an item of QTI 2 or 3 as a question. @param number of the item in its file, from 1 */
export function readQti(root: XmlElement, number: number, shelf: PictureShelf, findFile: FindFile): ReadQuestion {
  const item = normalizeQti(root)
  const reader = newTextReader()
  const title = (item.attributes.get('title') ?? '').trim().slice(0, 60)
  const read = tryQuestion(() => readItem(item, reader, shelf.finder(findFile)), title)
  return { line: number, tags: [], ...read, notes: reader.notes() }
}

function readItem(item: XmlElement, reader: ReturnType<typeof newTextReader>, findPicture: FindPicture): object {
  const [body] = findNamed(item, 'itembody')
  if (!body) throw new QuestionProblem('It has no text')
  if (findNamed(item, 'templatedeclaration').length > 0) {
    throw new QuestionProblem('Its values are drawn at random, which is not supported')
  }
  const interactions = findAll(body, ({ name }) => name.endsWith('interaction'))
  const [first, ...others] = interactions
  if (!first) throw new QuestionProblem('It asks for no answer: a text alone is no question here')
  const isInline = ['textentryinteraction', 'inlinechoiceinteraction'].includes(first.name)
  if (others.length > 0 && !(isInline && interactions.every(({ name }) => name === first.name))) {
    throw new QuestionProblem('It asks for several answers of its own, which is not supported')
  }
  noteOthers(item, reader.note)
  const gaps = new Map<XmlElement, number>()
  const guidance = new Set<XmlElement>()
  const markGap = (element: XmlElement) => {
    gaps.set(element, gaps.size + 1)
    return ` {${gaps.size}} `
  }
  const html = toHtml(body, (element) => {
    if (element.name === 'rubricblock') {
      guidance.add(element)
      return ''
    }
    if (element.name === 'feedbackinline' || element.name === 'feedbackblock' || element.name === 'stylesheet')
      return ''
    if (!element.name.endsWith('interaction')) return undefined
    if (isInline) return markGap(element)
    // Texts with gaps are part of the prompt.
    return toHtml(element, (part) => {
      if (part.name === 'gap') return markGap(part)
      return parts.has(part.name) || part.name === 'object' ? '' : undefined
    })
  })
  const { text, pictures } = reader.readWithPictures(html, 'html', findPicture)
  const read = (element: XmlElement) =>
    reader.read(
      toHtml(element, ({ name }) => (name.startsWith('feedback') ? '' : undefined)),
      'html',
    )
  const explained = findNamed(item, 'modalfeedback').map(read)
  if (explained.length > 1) reader.note('Feedback for single outcomes is imported as one explanation')
  const asked = {
    id: crypto.randomUUID(),
    prompt: fillPrompt(text, (gap) => ` {${gap}} `)
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
    explanation: [...new Set(explained)].filter(Boolean).join('\n\n'),
    points: readPoints(item, reader.note),
    ...(pictures && { pictures }),
  }
  const interaction: Interaction = {
    element: first,
    gaps: [...gaps.keys()],
    response: (element) => readResponse(item, element.attributes.get('responseidentifier') ?? ''),
    read,
    note: reader.note,
    item,
    guidance: [...guidance].map(read).join('\n\n'),
  }
  return buildQtiQuestion(asked, interaction)
}

/** Parts of an interaction that are answers, not part of the prompt. */
const parts: ReadonlySet<string> = new Set([
  'simplechoice',
  'simpleassociablechoice',
  'simplematchset',
  'gaptext',
  'gapimg',
  'hotspotchoice',
  'associablehotspot',
  'hottext',
])

const templates = /(?:match_correct|map_response)(?:\.xml)?$/

function noteOthers(item: XmlElement, note: (words: string) => void): void {
  const [processing] = findNamed(item, 'responseprocessing')
  const template = processing?.attributes.get('template') ?? ''
  const hasRules = processing && processing.children.some((child) => typeof child !== 'string')
  if (hasRules || (template && !templates.test(template))) {
    note(
      'Its own rules of scoring are not imported: the right answer gives all points, as questions of its type do here',
    )
  }
  if (item.attributes.get('adaptive') === 'true') note('Its several steps are not imported: it is asked once')
}

/** Reads the points of the item from its declared maximum. */
function readPoints(item: XmlElement, note: (words: string) => void): number {
  const declared = findNamed(item, 'outcomedeclaration')
  const named = (name: string) => declared.find(({ attributes }) => attributes.get('identifier') === name)
  const most = named('MAXSCORE')
  const [value] = most ? findNamed(most, 'value') : []
  const written = (value && textOf(value).trim()) || named('SCORE')?.attributes.get('normalmaximum') || ''
  if (written === '') return 1
  const points = Number(Number(written).toFixed(2))
  if (points !== Number(written)) note(`Its ${written} points are rounded to ${points}`)
  return points
}
