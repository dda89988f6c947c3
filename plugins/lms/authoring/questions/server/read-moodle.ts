import { childOf, childrenOf, parseWholeXml, textOf, type XmlElement } from '#core/server/xml.ts'
import type { WrittenQuestion } from '../contract.ts'
import { rawText, type MoodleReader } from './moodle-reader.ts'
import { buildMoodleQuestion } from './moodle-types.ts'
import type { PictureShelf } from './picture-shelf.ts'
import { splitCategory, tryQuestion } from './read-gift.ts'
import type { FindPicture } from './read-markup.ts'
import { fitTags, newTextReader, QuestionProblem, type ReadQuestion, type TextFormat } from './read-texts.ts'

const formats: Readonly<Record<string, TextFormat>> = {
  html: 'html',
  moodle_auto_format: 'moodle',
  plain_text: 'plain',
  markdown: 'markdown',
}

/**
 * Reads questions of a file in Moodle's XML. Lines mean little in it: questions are numbered in their order.
 * @throws QuestionProblem if the file has another format
 */
export function readMoodle(document: XmlElement, shelf: PictureShelf): ReadQuestion[] {
  const quiz = childOf(document, 'quiz')
  if (!quiz) throw new QuestionProblem('This XML has no questions of Moodle')
  let categories: string[] = []
  let number = 0
  const noted = new Set<string>()
  return childrenOf(quiz, 'question').flatMap((element): ReadQuestion[] => {
    if (element.attributes.get('type') === 'category') {
      categories = splitCategory(rawText(childOf(element, 'category')))
      return []
    }
    number += 1
    const reader = newTextReader()
    const once = (words: string) => {
      if (!noted.has(words)) reader.note(words)
      noted.add(words)
    }
    const named = childrenOf(childOf(element, 'tags') ?? element, 'tag').map(rawText)
    const tags = fitTags([...categories, ...named], reader.note)
    const name = rawText(childOf(element, 'name')).trim().slice(0, 60)
    const read = tryQuestion(() => {
      noteSettings(element, reader.note, once)
      return readQuestion(element, reader, shelf)
    }, name)
    return [{ line: number, tags, ...read, notes: reader.notes() }]
  })
}

/** Parses XML from outside. @throws QuestionProblem with a message */
export function parseDocument(xml: string): XmlElement {
  try {
    return parseWholeXml(xml)
  } catch (error) {
    throw new QuestionProblem(`This cannot be read as XML: ${(error as Error).message.slice(0, 200)}`)
  }
}

function readQuestion(
  element: XmlElement,
  reader: ReturnType<typeof newTextReader>,
  shelf: PictureShelf,
): WrittenQuestion {
  const formatOf = (part: XmlElement | undefined) =>
    formats[part?.attributes.get('format') ?? element.attributes.get('format') ?? 'moodle_auto_format'] ?? 'moodle'
  const plain = (part: XmlElement | undefined) => (part ? reader.read(rawText(part), formatOf(part)) : '')
  const asking = childOf(element, 'questiontext')
  const { text, pictures } = reader.readWithPictures(rawText(asking), formatOf(asking), findIn(asking, shelf))
  const asked = {
    id: crypto.randomUUID(),
    prompt: text,
    explanation: plain(childOf(element, 'generalfeedback')),
    points: readPoints(element, reader.note),
    ...(pictures && { pictures }),
  }
  const setting = (name: string) => rawText(childOf(element, name)).trim()
  return buildMoodleQuestion(element, asked, { note: reader.note, plain, setting })
}

/** Finds the files of a text by name. */
function findIn(asking: XmlElement | undefined, shelf: PictureShelf): FindPicture {
  const files = new Map(
    (asking ? childrenOf(asking, 'file') : []).map((file): [string, Buffer] => [
      `${file.attributes.get('path') ?? '/'}${file.attributes.get('name') ?? ''}`,
      Buffer.from(textOf(file), 'base64'),
    ]),
  )
  return shelf.finder((path) => (path.startsWith(PLUGIN_FILE) ? files.get(path.slice(PLUGIN_FILE.length)) : undefined))
}

/** Prefix of a question's files in the addresses of its texts. */
const PLUGIN_FILE = '@@PLUGINFILE@@'

function readPoints(element: XmlElement, note: MoodleReader['note']): number {
  const written = rawText(childOf(element, 'defaultgrade')).trim()
  if (written === '') return 1
  const grade = Number(written)
  const points = Number(grade.toFixed(2))
  if (Math.abs(points - grade) > 1e-7) note(`Its ${written} points are rounded to ${points}`)
  return points
}

function noteSettings(element: XmlElement, note: MoodleReader['note'], once: MoodleReader['note']): void {
  const setting = (name: string) => rawText(childOf(element, name)).trim()
  if (setting('name')) once('Names of questions are not imported')
  if (Number(setting('penalty')) > 0) once('Penalties for further tries are not imported')
  if (setting('shuffleanswers') === '0' || setting('shuffleanswers') === 'false')
    note('Its answers keep their order in Moodle: here the settings of a quiz say whether answers are shuffled')
  if (!['', 'abc', 'none'].includes(setting('answernumbering'))) once('Answers are not numbered here')
  if (setting('hidden') === '1') note('It is hidden in Moodle, and shown here')
  if (setting('idnumber')) note(`Its ID number ${setting('idnumber').slice(0, 60)} is not imported`)
  if (childrenOf(element, 'hint').some((hint) => rawText(hint).trim() !== '')) note('Its hints are not imported')
  const said = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']
  if (said.some((name) => setting(name) !== ''))
    once('Feedback for answers that are right, partly right or wrong as a whole is not imported')
}
