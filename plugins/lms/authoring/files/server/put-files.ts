import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { AppError, invalidField } from '#core/server/errors.ts'
import { encodedPicture } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Upload } from '#core/server/http/upload.ts'
import { decodeText } from '#core/contract/decode-text.ts'
import { CaptionsError, formatCaptions, readCaptions } from '../captions-contract.ts'
import { LEFT_OUT_CODE, type CourseFile } from '../contract.ts'
import { getCourseFile } from './course-files.ts'
import { addCourseFile, type CourseFileKinds } from './file-kinds.ts'

/** Adds a picture to a course. @throws invalid (400) at `image`, forbidden (403), plan.limit (403) */
export async function putPicture(
  unscoped: Unscoped,
  kinds: CourseFileKinds,
  courseId: string,
  upload: Upload,
): Promise<CourseFile> {
  refuseReadOnly(unscoped.http)
  const picture = { field: 'image', upload: await encodedPicture(unscoped, upload), ownerId: courseId }
  return storeFile(unscoped, kinds.picture, picture, async (scope, file) => {
    await addCourseFile(scope, { ...file, ownerId: courseId }, 'picture')
    return getCourseFile(scope, file.id)
  })
}

/**
 * Adds captions to a course. Those that cannot be shown are listed by line before anything is written.
 * @throws invalid and captions.left-out (400) at `file` with a message, forbidden (403), plan.limit (403)
 */
export async function putCaptions(
  unscoped: Unscoped,
  kinds: CourseFileKinds,
  courseId: string,
  { leaveOut }: { leaveOut?: 'true' | undefined },
  upload: Upload,
): Promise<CourseFile> {
  const data = Buffer.from(formatCaptions(readCues(await upload.bytes(), leaveOut === 'true')))
  await writeFile(upload.path, data)
  const filename = `${upload.filename.replace(/\.[^.]{1,5}$/, '').slice(0, 250)}.vtt`
  const sha256 = createHash('sha256').update(data).digest('hex')
  const captions = { ...upload, filename, size: data.length, sha256 }
  return storeFile(
    unscoped,
    kinds.captions,
    { field: 'file', upload: captions, ownerId: courseId },
    async (scope, file) => {
      await addCourseFile(scope, { ...file, ownerId: courseId }, 'captions')
      return getCourseFile(scope, file.id)
    },
  )
}

/** Maximum number of lines that one message names. */
const MAX_NAMED_LINES = 20

function readCues(bytes: Buffer, leaveOut: boolean) {
  const { cues, leftOut } = parseCaptions(bytes)
  const named = leftOut.slice(0, MAX_NAMED_LINES).map(({ line, message }) => `Line ${line}: ${message}.`)
  if (leftOut.length > named.length) named.push(`And ${leftOut.length - named.length} more.`)
  const words = named.join(' ')
  if (cues.length === 0) throw invalidField('file', `There is no caption in it. ${words}`.trim())
  if (leftOut.length > 0 && !leaveOut) {
    throw new AppError(LEFT_OUT_CODE, 400, words, { fields: { file: words }, details: { leftOut } })
  }
  return cues
}

function parseCaptions(bytes: Buffer) {
  try {
    return readCaptions(decodeText(bytes).text)
  } catch (error) {
    throw error instanceof CaptionsError ? invalidField('file', error.message) : error
  }
}
