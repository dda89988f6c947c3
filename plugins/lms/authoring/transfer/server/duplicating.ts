import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Course } from '../../courses/contract.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { lockCourse } from '../../courses/server/outline.ts'
import { packageFacts } from '../../files/contract.ts'
import { readDocument } from './read-course.ts'
import { recordMade, writeCourse } from './write-course.ts'

const MAX_TITLE_LENGTH = 200

const selectKnownFiles = statement(
  z.object({ id: z.uuid(), mimeType: z.string(), package: packageFacts.nullable() }),
  `select b.id, b.mime_type as "mimeType", f.package from files b left join lms_files f on f.owner = b.owner and f.id = b.id
    where b.owner = $owner and b.id = any ($ids::uuid[])`,
)

/** Creates a draft with the same content and files, which share their bytes. @throws not-found, plan.limit (403) */
export async function duplicateCourse(scope: Scope, id: string): Promise<Course> {
  const { title } = await lockCourse(scope, id)
  const document = await readDocument(scope, id)
  const facts = await scope.rows(selectKnownFiles, {
    owner: ownerOf(scope),
    ids: document.files.map((file) => file.id),
  })
  const byId = new Map(facts.map((one) => [one.id, one]))
  const files = document.files.flatMap((file) => {
    // Copies of questions show the same images.
    if (file.kind === 'question_picture') return []
    const found = byId.get(file.id)
    return found ? [{ ...file, mimeType: found.mimeType, package: found.package }] : []
  })
  const course = { ...document.course, title: `Copy of ${title}`.slice(0, MAX_TITLE_LENGTH), isFeatured: false }
  const made = await writeCourse(scope, { ...document, course }, files, { withBanks: false })
  await recordMade(scope, { id: made, action: 'course.duplicated', description: `Duplicated the course ${title}` })
  return getCourse(scope, made)
}
