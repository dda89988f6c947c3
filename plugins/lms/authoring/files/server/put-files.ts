import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { invalidField } from '#core/server/errors.ts'
import { encodedPicture } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Upload } from '#core/server/http/upload.ts'
import { formatCaptions, CaptionsError, parseCues } from '../captions-contract.ts'
import type { CourseFile } from '../contract.ts'
import { getCourseFile } from './course-files.ts'
import { addCourseFile, type CourseFileKinds } from './file-kinds.ts'

/** @throws invalid 400 at `image`, forbidden 403, plan.limit 403 */
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

/** @throws invalid 400 at `file` in words with the line, forbidden 403, plan.limit 403 */
export async function putCaptions(
  unscoped: Unscoped,
  kinds: CourseFileKinds,
  courseId: string,
  upload: Upload,
): Promise<CourseFile> {
  const data = Buffer.from(formatCaptions(parseCuesOf(await upload.bytes())))
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

/** @throws invalid 400 at `file` */
function parseCuesOf(bytes: Buffer) {
  try {
    return parseCues(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof CaptionsError) throw invalidField('file', error.message)
    if (error instanceof TypeError) throw invalidField('file', 'These are no captions in WebVTT: save them as UTF-8')
    throw error
  }
}
