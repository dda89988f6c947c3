import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { deleteFile } from '#core/server/files/files.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { courseFile, type CourseFile, type CourseFileKind } from '../contract.ts'
import { CourseFileModel } from './course-file.ts'

/** SQL columns of a file, with `f` for `lms_files` and `b` for `files`. */
export const columns = `f.id, f.course_id as "courseId", f.kind, f.name, '/api/files/' || f.id as url, b.mime_type as "mimeType",
  b.size, f.package, f.created_at as "createdAt"`

const courseFileTables = `from lms_files f join files b on b.owner = f.owner and b.id = f.id and b.state <> 'receiving'
  where f.owner = $owner`

/** Expands a kind for `$kinds`: PDFs are documents too. */
export const expandKind = (kind: CourseFileKind | undefined): readonly CourseFileKind[] | null =>
  kind === undefined ? null : kind === 'document' ? ['document', 'pdf'] : [kind]

const selectFiles = variants({ isPaged: [true, false] }, ({ isPaged }) => {
  const where = `${courseFileTables} and f.course_id = $courseId and f.search like (select containing($search)) and ($kinds::text[] is null or f.kind = any ($kinds))`
  return statement(
    isPaged ? courseFile.extend({ total: z.number().optional() }) : courseFile,
    `select ${columns} ${isPaged ? `, (select count(*) ${where}) as total` : ''} ${where}
      order by f.name, f.id limit $most offset $offset`,
  )
})

interface FileQuery {
  search?: string | undefined
  kind?: CourseFileKind | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists files by name; without `limit` at most 1000.
 * @throws not-found if there is no such course, or the scope may not write it
 */
export async function listCourseFiles(
  scope: Scope,
  courseId: string,
  query: FileQuery,
): Promise<PagedAnswer<CourseFile>> {
  await getCourse(scope, courseId)
  const { search = '', kind, limit = LIST_CAP, offset = 0 } = query
  const isPaged = query.limit !== undefined || offset > 0
  const found = await scope.rows<CourseFile & { total?: number }>(selectFiles({ isPaged }), {
    owner: ownerOf(scope),
    courseId,
    search,
    kinds: expandKind(kind),
    most: limit + 1,
    offset,
  })
  const total = found[0]?.total
  const rows = found.map(({ total: _, ...row }) => row)
  return new PagedAnswer<CourseFile>(rows, { limit, offset, ...(total === undefined ? {} : { total }) })
}

const selectFile = statement(courseFile, `select ${columns} ${courseFileTables} and f.id = $id`)

/** Reads a file of a course. @throws not-found if there is no such file, or the scope may not write it */
export async function getCourseFile(scope: Scope, id: string): Promise<CourseFile> {
  const [found] = await scope.rows(selectFile, { owner: ownerOf(scope), id })
  if (!found) throw notFound('File')
  return found
}

/** Renames a file. @throws not-found, invalid at `name` if it is a program's */
export async function renameCourseFile(scope: Scope, id: string, { name }: { name: string }): Promise<CourseFile> {
  const before = await getCourseFile(scope, id)
  if (before.name === name) return before
  refuseProgram('name', name)
  const updatedAt = scope.core.clock.now().toISOString()
  await CourseFileModel.query(scope.trx).findById(id).patch({ name, updatedAt })
  await scope
    .trx('files')
    .where({ id, owner: ownerOf(scope) })
    .update({ filename: name })
  await record(scope, {
    action: 'course-file.renamed',
    category: 'system',
    description: 'Renamed a file of a course',
    resource: 'course-file',
    resourceId: id,
  })
  return getCourseFile(scope, id)
}

/** Deletes a file. @throws not-found, file.used (409) with the lessons that show it */
export async function deleteCourseFile(scope: Scope, id: string): Promise<void> {
  await getCourseFile(scope, id)
  await deleteFile(scope, id)
}
