import type { Core, Scope } from '#core/server/core.ts'
import { z } from 'zod'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import { seenMedia, sightOf } from '../../../media/server/policies.ts'
import { addFiles, addText, type Report, type StoredFile } from './organization-archive.ts'
import { renderPersonPage, type PersonData } from './person-page.ts'
import { studentParts, type PersonPart } from './person-parts.ts'
import { userParts } from './user-parts.ts'
import { signInParts } from './sign-in-parts.ts'
import type { OrganizationSnapshot } from './snapshot.ts'
import type { ZipWriter } from '#core/server/zip-writer.ts'

/** Person whose data is exported, and the recipient. */
export interface Subject {
  userId: string | null
  studentId: string | null
  includesHealth: boolean
  /** User whose rights limit the contents. */
  for: NonNullable<Actor['user']>
}

const file = z.object({
  id: z.string(),
  kind: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number(),
  sha256: z.string().nullable(),
})

const fileColumns = 'f.id, f.kind, f.filename, f.mime_type as "mimeType", f.size, f.sha256'

// Media with other children: families get what is shared with them, while an admin's export omits pictures with other children.
const selectStudentFiles = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    file,
    `select ${fileColumns} from media m
        join media_students t on t.tenant_id = m.tenant_id and t.media_id = m.id and t.student_id = $studentId
        join files f on f.tenant_id = m.tenant_id and f.id = m.id and f.state = 'complete'
      where m.deleted_at is null and ${seenMedia(viewer, 'm.id')}
        ${
          viewer === 'parent' || viewer === 'student'
            ? ''
            : `and not exists (select from media_students o where o.tenant_id = m.tenant_id and o.media_id = m.id
                and o.student_id <> t.student_id)`
        }
      order by f.created_at, f.id`,
  ),
)

// Uploads of staff belong to the organization.
const selectUploadedFiles = statement(
  file,
  `select ${fileColumns} from files f join users u on u.tenant_id = f.tenant_id and u.id = f.uploaded_by
    where f.uploaded_by = $userId and f.state = 'complete' and u.role in ('parent', 'student') order by f.created_at, f.id`,
)

/** Writes a person's data, as a page and for programs, with the files. */
export async function writePerson(
  core: Core,
  snapshot: OrganizationSnapshot,
  zip: ZipWriter,
  { tenantId, subject, report }: { tenantId: string; subject: Subject; report: Report },
): Promise<{ rows: number; files: number; missingFiles: number }> {
  const { userId, studentId, includesHealth } = subject
  const actor: Actor = { ...systemActor, user: subject.for }
  const inside = await core.db.tenant(tenantId, actor, async (scope) => {
    const guardian = subject.for.role === 'parent' ? subject.for.id : null
    const values = { userId, studentId, guardian }
    const parts: PersonPart[] = [
      ...(userId === null ? [] : [...userParts, ...core.personalData.given]),
      ...(studentId === null ? [] : studentParts),
    ]
    const written = await readParts(
      scope,
      parts.filter(({ isHealth }) => includesHealth || !isHealth),
      values,
    )
    const files: StoredFile[] = [
      ...(userId === null ? [] : await scope.rows(selectUploadedFiles, { userId })),
      ...(studentId === null
        ? []
        : await scope.rows(selectStudentFiles({ viewer: viewerOf(scope) }), {
            studentId,
            ...sightOf(scope),
            ...callerOf(scope),
          })),
    ]
    return { written, files }
  })
  // Only the platform's rights read sign-ins.
  const outside =
    userId === null ? [] : await core.db.platform(actor, (scope) => readParts(scope, signInParts, { userId }))
  const { platformName } = await core.settings.current()
  const data: PersonData = {
    platformName,
    madeAt: core.clock.now().toISOString(),
    includesHealth: includesHealth && studentId !== null,
    parts: [...inside.written, ...outside],
  }
  await addText(zip, 'index.html', renderPersonPage(data))
  await addText(zip, 'data.json', `${JSON.stringify(data, null, 1)}\n`)
  const total = Math.max(
    1,
    inside.files.reduce((sum, { size }) => sum + size, 0),
  )
  let done = 0
  const unique = [...new Map(inside.files.map((one) => [one.id, one])).values()]
  const packed = await addFiles(core, snapshot, zip, unique, (bytes) => report((done += bytes) / total))
  const missingFiles = packed.filter(({ path }) => path === null).length
  return {
    rows: data.parts.reduce((sum, { rows }) => sum + rows.length, 0),
    files: packed.length - missingFiles,
    missingFiles,
  }
}

async function readParts(
  scope: Scope,
  parts: readonly PersonPart[],
  values: Record<string, string | null>,
): Promise<PersonData['parts']> {
  const written: PersonData['parts'] = []
  for (const { key, title, rows } of parts) {
    const [found] = await scope.rows(rows, values)
    written.push({ key, title, rows: found?.rows ?? [] })
  }
  return written
}
