import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { decodeText } from '#core/contract/decode-text.ts'
import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { HEAD_BYTES, typeOf } from '#core/server/files/content-type.ts'
import { plainName, refuseUnfit } from '#core/server/files/stored-files.ts'
import type { ProvisionalContents } from '#core/server/files/provisional-contents.ts'
import { measureContent } from '#core/server/files/uploads/receive-parts.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { formatCaptions, CaptionsError, readCaptions } from '../../files/captions-contract.ts'
import { MAX_PICTURE_BYTES } from '../../files/contract.ts'
import { readPackageFacts } from '../../files/server/package-facts.ts'
import { getCourseFileKind } from '../../files/server/types.ts'
import { newUnfitError, type CourseArchive } from './archive.ts'
import type { DocumentFile } from './course-document.ts'
import { getFileKind, type StoredFile } from './write-course.ts'

/**
 * Stores a file of an archive like an upload: its type is detected from its content, pictures are re-encoded, captions
 * rewritten, packages inspected.
 * @throws course-archive.unfit (400) with a message that names the file
 */
export async function takeFile(
  core: Core,
  archive: CourseArchive,
  file: DocumentFile,
  contents: ProvisionalContents,
): Promise<StoredFile> {
  try {
    return await storeFile(core, archive, { ...file, name: plainName(file.name) }, contents)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'course-archive.unfit') throw error
    const { fields = {} } = error as { fields?: Record<string, string> }
    throw newUnfitError(`“${file.name}”: ${Object.values(fields)[0] ?? error.message}`)
  }
}

async function storeFile(
  core: Core,
  archive: CourseArchive,
  file: DocumentFile,
  contents: ProvisionalContents,
): Promise<StoredFile> {
  const { size, sha256, head } = await measureContent(archive.read(file))
  if (sha256 !== file.sha256) throw newUnfitError(`“${file.name}” is not what was exported: its bytes differ`)
  const kind = core.files.kinds.get(getFileKind(file.kind))
  if (!kind) throw new Error(`There is no kind of file for ${file.kind}`)
  refuseProgram('file', file.name)
  if (['picture', 'image', 'question_picture'].includes(file.kind)) {
    if (size > MAX_PICTURE_BYTES) throw newUnfitError(`“${file.name}”: A picture has at most 25 MB`)
    const { data } = await core.images.encodeOfFile(await readWhole(archive, file))
    return storeBytes(contents, kind, file, Buffer.from(data))
  }
  if (file.kind === 'captions') {
    refuseUnfit({ ...kind, types: ['text/vtt'] }, 'file', 'text/vtt', size)
    return storeBytes(contents, kind, file, Buffer.from(rewriteCaptions(file, await readWhole(archive, file))))
  }
  const mimeType = typeOf(head, file.name)
  refuseUnfit(kind, 'file', mimeType, size)
  if (file.kind !== 'package' && getCourseFileKind(mimeType) !== file.kind) {
    throw newUnfitError(`“${file.name}” is another kind of file than course.json says`)
  }
  await contents.keep({ sha256, size }, () => archive.read(file))
  const facts = file.kind === 'package' ? await readPackageFacts(core, sha256, size) : null
  return { ...file, size, sha256, mimeType, package: facts }
}

async function storeBytes(
  contents: ProvisionalContents,
  kind: Parameters<typeof refuseUnfit>[0],
  file: DocumentFile,
  data: Buffer,
): Promise<StoredFile> {
  const mimeType = typeOf(data.subarray(0, HEAD_BYTES), file.name)
  refuseUnfit(kind, 'file', mimeType, data.length)
  const sha256 = createHash('sha256').update(data).digest('hex')
  // One chunk, readable repeatedly.
  await contents.keep({ sha256, size: data.length }, async function* content() {
    yield data
  })
  return { ...file, size: data.length, sha256, mimeType, package: null }
}

/** @throws course-archive.unfit (400) */
function rewriteCaptions({ name }: DocumentFile, bytes: Buffer): string {
  try {
    const { cues, leftOut } = readCaptions(decodeText(bytes).text)
    const [first] = leftOut
    if (first) throw newUnfitError(`“${name}”, line ${first.line}: ${first.message}`)
    return formatCaptions(cues)
  } catch (error) {
    throw error instanceof CaptionsError ? newUnfitError(error.message) : error
  }
}

const readWhole = async (archive: CourseArchive, file: DocumentFile) =>
  Buffer.concat(await Readable.from(archive.read(file)).toArray())
