import { Readable } from 'node:stream'
import type { Core, Scope } from '#core/server/core.ts'
import { inOwnerScope, ownerOf } from '#core/server/files/stored-files.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Upload } from '#core/server/http/upload.ts'
import { ZipWriter } from '#core/server/zip-writer.ts'
import type { ImportAnswer, QuestionFormat } from '../bank-contract.ts'
import { MAX_LISTED_PROBLEMS, tags as tagsOf } from '../bank-contract.ts'
import { question, type Question } from '../contract.ts'
import { shortenText } from '../text-contract.ts'
import { copyQuestions, rejectFull } from './edit-question.ts'
import { getBank } from './banks.ts'
import { listQuestions } from './questions.ts'
import { readQuestionFile } from './read-file.ts'
import type { ReadQuestion } from './read-texts.ts'
import { encodePictures, loadPictures, refuseManyPictures, savePictures, storeEncoded } from './store-pictures.ts'
import { toCsv, toGift } from './write-questions.ts'
import { toMoodle, type ExportedPicture, type ExportedPictures } from './write-moodle.ts'

interface Understood {
  line: number
  question: Question
  tags: string[]
  notes: string[]
}

/**
 * Checks a file of questions, and adds the valid ones to the bank unless it is only a preview. The answer lists the others,
 * and converted parts, by line or item.
 * @throws not-found if there is no such bank, or the caller may not write it; if they do not fit
 */
export async function importQuestions(
  { core, http }: Unscoped,
  bankId: string,
  { isPreview }: { isPreview: boolean },
  upload: Upload,
): Promise<ImportAnswer> {
  if (!isPreview) refuseReadOnly(http)
  const owner = ownerOf(http)
  const bank = await inOwnerScope(core, http, owner, (scope) => getBank(scope, bankId))
  const { questions: read, counts, shelf } = await readQuestionFile(core, upload)
  const checked = checkQuestions(read)
  const { problems } = checked
  // Checked before its pictures are encoded, which takes long.
  rejectFull(bank, checked.understood.length)
  const asked = checked.understood.map((one) => one.question)
  refuseManyPictures(asked)
  const encoded = await encodePictures(core, asked, shelf)
  const understood = checked.understood.filter(({ line, question: { pictures = [] } }) => {
    const isReadable = pictures.every(({ imageUrl }) => encoded.has(imageUrl))
    if (!isReadable) problems.push({ line, message: 'Its picture is damaged, or larger than 5 MB' })
    return isReadable
  })
  if (problems.length === 0 && understood.length === 0) problems.push({ line: 1, message: 'There are no questions' })
  const isImported = !isPreview && understood.length > 0
  if (isImported) {
    const used = new Set(understood.flatMap(({ question: { pictures = [] } }) => pictures.map((one) => one.imageUrl)))
    const stored = await storeEncoded(core, new Map([...encoded].filter(([url]) => used.has(url))))
    await inOwnerScope(core, http, owner, async (scope) => {
      const urls = await savePictures(scope, stored)
      await copyQuestions(
        scope,
        bankId,
        understood.map((one) => ({ ...one, question: placePictures(one.question, urls) })),
      )
    })
  }
  const notes = understood.flatMap(({ line, notes: words }) => words.map((message) => ({ line, message })))
  return {
    isImported,
    counts,
    questions: understood.map(({ line, question: { type, prompt, pictures = [] } }) => ({
      line,
      type,
      prompt: shortenText(prompt, 200),
      pictures: pictures.map(({ alt }) => alt),
    })),
    problemCount: problems.length,
    problems: problems.slice(0, MAX_LISTED_PROBLEMS),
    noteCount: notes.length,
    notes: notes.slice(0, MAX_LISTED_PROBLEMS),
  }
}

function placePictures(one: Question, urls: ReadonlyMap<string, string>): Question {
  if (!one.pictures) return one
  const pictures = one.pictures.map(({ imageUrl, alt }) => ({ imageUrl: urls.get(imageUrl) ?? imageUrl, alt }))
  return { ...one, pictures }
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

/** Formats a path with counting from 1: 'Answer 2: '. */
function placeOf(path: readonly PropertyKey[]): string {
  const index = path.find((part) => typeof part === 'number')
  return index === undefined ? '' : `Answer ${index + 1}: `
}

/** Exports all questions of a bank as a file. @throws not-found if there is no such bank, or the scope may not write it */
export async function exportQuestions(scope: Scope, bankId: string, format: QuestionFormat): Promise<FileAnswer> {
  // Runs before the questions are read: listing them ends the transaction.
  const pictures: ExportedPictures = format === 'csv' ? new Map() : await loadPictures(scope, bankId)
  const { rows } = await listQuestions(scope, bankId, {})
  if (format === 'csv') return newFileAnswer('text/csv; charset=utf-8', 'questions.csv', toCsv(rows))
  if (format === 'gift') return exportGift(scope.core, toGift(rows, pictures), [...pictures.values()])
  return newFileAnswer('application/xml; charset=utf-8', 'questions.xml', toMoodle(rows, pictures))
}

/** Builds a GIFT file, or a ZIP of it and its pictures. */
async function exportGift(core: Core, gift: string, pictures: readonly ExportedPicture[]): Promise<FileAnswer> {
  const name = 'questions.gift.txt'
  if (pictures.length === 0) return newFileAnswer('text/plain; charset=utf-8', name, gift)
  const zip = new ZipWriter(new AbortController().signal, core.clock.now())
  const written = Readable.from(zip.output).toArray()
  await zip.add(name, Readable.from([Buffer.from(gift)]))
  for (const picture of pictures) await zip.add(picture.name, Readable.from([picture.bytes]), { isPacked: true })
  zip.end()
  return newFileAnswer('application/zip', 'questions.zip', Buffer.concat((await written) as Buffer[]))
}

const newFileAnswer = (type: string, name: string, content: string | Buffer) =>
  new FileAnswer(type, Buffer.from(content), { 'content-disposition': `attachment; filename="${name}"` })
