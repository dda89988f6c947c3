import { Readable } from 'node:stream'
import { record } from '#core/server/audit.ts'
import type { Core } from '#core/server/core.ts'
import { inOwnerScope } from '#core/server/files/stored-files.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { isOfPlatform, tenantFor } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { ZipWriter } from '#core/server/zip-writer.ts'
import type { CourseDocument } from './course-document.ts'
import { readDocument } from './read-course.ts'

/** Path of the course document in the archive. */
export const DOCUMENT_PATH = 'course.json'

/** Path of a course's file in the archive. */
export const getFilePath = ({ id }: { id: string }) => `files/${id}`

/** Kinds whose content is already compressed. */
const COMPRESSED_KINDS: ReadonlySet<string> = new Set([
  'picture',
  'image',
  'question_picture',
  'video',
  'audio',
  'pdf',
  'package',
])

/** Exports a course as one archive, written while it is read. @throws not-found if there is none that the caller may write */
export async function exportCourse({ core, http }: Unscoped, id: string): Promise<FileAnswer> {
  const tenantId = isOfPlatform(http) ? null : tenantFor(http)
  const document = await inOwnerScope(core, http, tenantId, async (scope) => {
    const found = await readDocument(scope, id)
    await record(scope, {
      action: 'course.exported',
      category: 'system',
      description: `Exported the course ${found.course.title}`,
      resource: 'course',
      resourceId: id,
    })
    return found
  })
  const ended = new AbortController()
  http.reply.raw.once('close', () => ended.abort(new Error('The export is no longer read')))
  const zip = new ZipWriter(ended.signal, core.clock.now())
  void writeArchive(core, zip, document).catch((error: unknown) => ended.abort(error))
  const name = document.course.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'course'
  return new FileAnswer('application/zip', Readable.from(zip.output), {
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.zip`)}`,
  })
}

async function writeArchive(core: Core, zip: ZipWriter, document: CourseDocument): Promise<void> {
  await zip.add(DOCUMENT_PATH, Readable.from([Buffer.from(JSON.stringify(document))]))
  for (const file of document.files) {
    const { content } = await core.files.contents.open(file.sha256)
    await zip.add(getFilePath(file), content, { isPacked: COMPRESSED_KINDS.has(file.kind) })
  }
  zip.end()
}
