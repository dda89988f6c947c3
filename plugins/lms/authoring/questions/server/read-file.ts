import { decodeText } from '#core/contract/decode-text.ts'
import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import type { Directory } from '#core/server/files/interactive/directory.ts'
import { Packages } from '#core/server/files/interactive/packages.ts'
import type { Upload } from '#core/server/http/upload.ts'
import { childOf, childrenOf, findElement, listChildren, parseXml, type XmlElement } from '#core/server/xml.ts'
import { Readable } from 'node:stream'
import { posix } from 'node:path'
import { MAX_BANK_QUESTIONS } from '../bank-contract.ts'
import { PictureShelf } from './picture-shelf.ts'
import { isCsvError, readQuestionsCsv } from './read-csv.ts'
import { readGift } from './read-gift.ts'
import { parseDocument, readMoodle } from './read-moodle.ts'
import { isQtiItem, readQti } from './read-qti.ts'
import { QuestionProblem, type ReadQuestion } from './read-texts.ts'

/** Parsed file of questions. */
export interface ReadFile {
  /** Unit in which its questions are counted. */
  counts: 'lines' | 'items'
  questions: ReadQuestion[]
  shelf: PictureShelf
}

/** Maximum characters of a file without pictures: some thousand questions. */
const MAX_TEXT_LENGTH = 400_000

const limits = { called: 'file of questions', mostFiles: 2000, mostGigabytes: 0.05 }

/** Files of an archive by path, read completely: the archive is small. */
type Files = ReadonlyMap<string, Buffer>

/** Reads a file of questions, whose format is detected from its content. @throws package.unfit (400) for invalid archives */
export async function readQuestionFile(core: Core, upload: Upload): Promise<ReadFile> {
  const bytes = await upload.bytes()
  const shelf = new PictureShelf()
  const isArchive = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
  try {
    if (!isArchive) return readOne(upload.filename, bytes, shelf)
    return readArchive(await unpack(bytes, upload), shelf)
  } catch (error) {
    if (!(error instanceof QuestionProblem)) throw error
    core.log.info({ reason: error.message }, 'a file of questions was refused')
    return { counts: 'lines', questions: [newProblem(1, error.message)], shelf }
  }
}

const newProblem = (line: number, problem: string): ReadQuestion => ({ line, tags: [], notes: [], problem })

async function unpack(bytes: Buffer, { sha256, size }: Upload): Promise<Files> {
  const packages = new Packages({
    open: async (_sha256, range) => ({
      size: bytes.length,
      content: Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length - 1) + 1)]),
    }),
  })
  const directory: Directory = await packages.contentsOf(sha256, size, limits)
  const files = new Map<string, Buffer>()
  for (const [path, packed] of directory) {
    if (packed.size === 0) continue
    try {
      const content = await packages.open(sha256, packed, { start: 0, end: packed.size - 1 })
      files.set(path, Buffer.concat((await content.toArray()) as Buffer[]))
    } catch {
      throw new AppError('package.unfit', 400, `“${path.slice(0, 100)}” is damaged in the archive`)
    }
  }
  return files
}

function readOne(filename: string, bytes: Buffer, shelf: PictureShelf, files: Files = new Map()): ReadFile {
  const { text } = decodeText(bytes)
  if (/^\ufeff?\s*<\?xml|^\ufeff?\s*<(?:!--|quiz\b|qti-|assessment)/i.test(text)) return readXmlFile(text, shelf)
  if (text.length > MAX_TEXT_LENGTH) throw new QuestionProblem(`A file has at most ${MAX_TEXT_LENGTH} characters`)
  if (/\.csv$/i.test(filename)) return { counts: 'lines', questions: readCsv(text), shelf }
  const folder = posix.dirname(filename)
  const find = (src: string) => findFile(files, folder, src.replace(/^@@PLUGINFILE@@\//, ''))
  return { counts: 'lines', questions: readGift(text.replace(/^\ufeff/, ''), shelf.finder(find)), shelf }
}

/** Finds a file of an archive by its path relative to a folder, or by its name if that is unique. */
function findFile(files: Files, folder: string, path: string): Buffer | undefined {
  const exact = files.get(posix.normalize(posix.join(folder, path)))
  if (exact) return exact
  const named = [...files].filter(([known]) => posix.basename(known) === posix.basename(path))
  return named.length === 1 ? named[0]?.[1] : undefined
}

function readXmlFile(text: string, shelf: PictureShelf): ReadFile {
  const root = parseDocument(text)
  const [outermost] = listChildren(root)
  if (outermost && isQtiItem(outermost)) {
    return { counts: 'items', questions: [readQti(outermost, 1, shelf, () => undefined)], shelf }
  }
  if (outermost?.name === 'questestinterop') throw new QuestionProblem(OLD_QTI)
  if (outermost?.name.endsWith('assessment-test') || outermost?.name === 'assessmenttest') {
    throw new QuestionProblem('This is a test of QTI without its items: choose the package (ZIP) that holds them')
  }
  return { counts: 'items', questions: readMoodle(root, shelf), shelf }
}

const OLD_QTI = 'This is QTI 1.2. Export it as QTI 2 or 3, or as Moodle XML.'

function readCsv(text: string): ReadQuestion[] {
  try {
    return readQuestionsCsv(text)
  } catch (error) {
    if (!isCsvError(error)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    return [newProblem(line, `This cannot be read as CSV: ${error.message.slice(0, 200)}`)]
  }
}

function readArchive(files: Files, shelf: PictureShelf): ReadFile {
  const manifest = [...files.keys()].find((path) => posix.basename(path) === 'imsmanifest.xml')
  if (manifest !== undefined) return readPackage(files, manifest, shelf)
  const texts = [...files.keys()].filter(
    (path) => /\.(?:gift|txt|xml|csv)$/i.test(path) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(path),
  )
  const [only, ...others] = texts
  if (only === undefined || others.length > 0) {
    throw new QuestionProblem('An archive holds one file of questions with its pictures, or a package of QTI')
  }
  return readOne(only, files.get(only) ?? Buffer.alloc(0), shelf, files)
}

/** Reads the items of a content package, in the order of its manifest. */
function readPackage(files: Files, manifest: string, shelf: PictureShelf): ReadFile {
  const root = parseXml(decodeText(files.get(manifest) ?? Buffer.alloc(0)).text)
  const list = findElement(root, 'resources')
  const resources = list ? childrenOf(list, 'resource') : []
  const typeOf = (resource: XmlElement) => resource.attributes.get('type') ?? ''
  if (resources.some((resource) => /^imsqti_xmlv1p2|associatedcontent.*qti/i.test(typeOf(resource)))) {
    throw new QuestionProblem(OLD_QTI)
  }
  const items = resources.filter((resource) => /^imsqti_item/i.test(typeOf(resource)))
  if (items.length === 0) throw new QuestionProblem('This package has no items of QTI 2 or 3')
  if (items.length > MAX_BANK_QUESTIONS) throw new QuestionProblem(`It has more than ${MAX_BANK_QUESTIONS} items`)
  const questions = items.map((resource, index): ReadQuestion => {
    const href = resource.attributes.get('href') ?? childOf(resource, 'file')?.attributes.get('href') ?? ''
    const path = posix.normalize(posix.join(posix.dirname(manifest), href))
    const bytes = files.get(path)
    if (!bytes) return newProblem(index + 1, `The package lacks “${href.slice(0, 100)}”`)
    return readPackedItem(bytes, { number: index + 1, path, files, shelf })
  })
  const [first] = questions
  if (first && resources.some((resource) => /^imsqti_test/i.test(typeOf(resource)))) {
    first.notes.push('The order and rules of its test are not imported: its items become questions of the bank')
  }
  return { counts: 'items', questions, shelf }
}

interface PackedItem {
  number: number
  path: string
  files: Files
  shelf: PictureShelf
}

function readPackedItem(bytes: Buffer, { number, path, files, shelf }: PackedItem): ReadQuestion {
  try {
    const item = listChildren(parseDocument(decodeText(bytes).text)).find(isQtiItem)
    if (!item) return newProblem(number, `“${path.slice(-100)}” is no item of QTI 2 or 3`)
    return readQti(item, number, shelf, (src) => findFile(files, posix.dirname(path), src))
  } catch (error) {
    if (!(error instanceof QuestionProblem)) throw error
    return newProblem(number, `“${path.slice(-100)}”: ${error.message}`)
  }
}
