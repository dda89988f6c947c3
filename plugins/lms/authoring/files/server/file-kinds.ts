import { z } from 'zod'
import type { FileKind, Scope } from '#core/server/core.ts'
import type { KeptFile } from '#core/server/files/kept-file.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { viewerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { encodedImageTypes, MAX_ENCODED_IMAGE_BYTES } from '#core/server/files/encoded-image.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { notFound } from '#core/server/errors.ts'
import {
  COURSE_FILE,
  COURSE_PACKAGE,
  MAX_CAPTIONS_BYTES,
  MAX_PACKAGE_BYTES,
  type CourseFileKind,
  type PackageFacts,
} from '../contract.ts'
import { CourseFileModel } from './course-file.ts'
import { measureRecordings, MAX_MEASURED_AFTER_UPLOAD } from './measuring.ts'
import { readPackageFacts } from './package-facts.ts'
import { getCourseFileKind, courseFileTypes } from './types.ts'

/** Decides if the caller reads a published version that shows the file. */
export type ReadsFile = (scope: Scope, fileId: string) => Promise<boolean>

export const COURSE_PICTURE = 'lms.course-picture'
export const COURSE_CAPTIONS = 'lms.course-captions'

const authors: ReadonlySet<string> = new Set(['superadmin', 'tenant_admin', 'system'])

const selectOwnCourse = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_courses where owner = $owner and id = $courseId and deleted_at is null',
)

const selectOwnFile = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_files where owner = $owner and id = $id',
)

// Searches the JSON of a lesson for the id, so that new kinds of lessons are covered. Deleted lessons count: they can be
// restored.
const selectFileUses = statement(
  z.object({ title: z.string() }),
  `select l.title from lms_files f join lms_lessons l on l.owner = f.owner and l.course_id = f.course_id
    where f.owner = $owner and f.id = $id and strpos(to_jsonb(l)::text, f.id::text) > 0
    order by l.position, l.id limit 10`,
)

const countPublishedUses = statement(
  z.object({ count: z.number() }),
  'select count(*) as count from lms_version_files where owner = $owner and file_id = $id',
)

async function listUses(scope: Scope, id: string): Promise<string[]> {
  const asked = { owner: ownerOf(scope), id }
  const lessons = (await scope.rows(selectFileUses, asked)).map(({ title }) => `the lesson ${title}`)
  const [versions] = await scope.rows(countPublishedUses, asked)
  return versions?.count ? [...lessons, 'a published version'] : lessons
}

/** Permissions: authors of a course upload, see and delete its files; other users see those of versions that they read. */
const newGate = (
  reads: ReadsFile,
): Pick<FileKind, 'belongsToChild' | 'may' | 'usesOf' | 'resource' | 'forOrganizations'> => ({
  belongsToChild: false,
  resource: 'course-file',
  forOrganizations: true,
  may: async (scope, act, { id, ownerId }) => {
    const owner = ownerOf(scope)
    const isAuthor = authors.has(viewerOf(scope))
    if (act === 'put') {
      return (
        isAuthor && ownerId !== null && (await scope.rows(selectOwnCourse, { owner, courseId: ownerId })).length > 0
      )
    }
    if (id === null) return false
    if (isAuthor && (await scope.rows(selectOwnFile, { owner, id })).length > 0) return true
    return act === 'see' && reads(scope, id)
  },
  usesOf: listUses,
})

/** Adds a file to its course, in the transaction that completes the upload. @throws invalid (400) at `file` */
export async function addCourseFile(
  scope: Scope,
  { id, filename, ownerId }: KeptFile & { ownerId: string | null },
  kind: CourseFileKind,
  facts: PackageFacts | null = null,
): Promise<void> {
  // The gate has already refused callers without a course.
  if (ownerId === null) throw notFound('Course')
  refuseProgram('file', filename)
  const now = scope.core.clock.now().toISOString()
  const known = { id, courseId: ownerId, kind, name: filename, package: facts, createdAt: now, updatedAt: now }
  await CourseFileModel.query(scope.trx).insert(known)
}

export interface CourseFileKinds {
  /** Video, audio, PDF and documents, uploaded in parts. */
  file: FileKind
  /** Pictures, re-encoded before they are stored. */
  picture: FileKind
  /** Captions, rewritten from their parsed form. */
  captions: FileKind
  /** Interactive packages, served in a frame without an origin. */
  package: FileKind
}

/** Builds the kinds of files that courses have. @param reads decides for users who do not write the course */
export function courseFileKinds(reads: ReadsFile): CourseFileKinds {
  const gate = newGate(reads)
  return {
    file: {
      ...gate,
      id: COURSE_FILE,
      types: courseFileTypes,
      maxBytes: 2 * 1024 ** 3,
      resumable: async (scope, file) => {
        await addCourseFile(scope, file, getCourseFileKind(file.mimeType))
        await measureRecordings(scope, file.ownerId, MAX_MEASURED_AFTER_UPLOAD)
      },
    },
    picture: {
      ...gate,
      id: COURSE_PICTURE,
      types: encodedImageTypes,
      maxBytes: MAX_ENCODED_IMAGE_BYTES,
      thumbnails: [320, 640],
    },
    captions: { ...gate, id: COURSE_CAPTIONS, types: ['text/vtt'], maxBytes: MAX_CAPTIONS_BYTES },
    package: {
      ...gate,
      id: COURSE_PACKAGE,
      types: ['application/zip'],
      maxBytes: MAX_PACKAGE_BYTES,
      interactive: true,
      resumable: async (scope, file) =>
        addCourseFile(scope, file, 'package', await readPackageFacts(scope.core, file.sha256, file.size)),
    },
  }
}
