import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { isPlatformStaff } from '../../shared/server/roles.ts'
import { mediaStudent, type MediaDetail, type MediaStudent } from '../contract.ts'
import { columns, mediaRow, withFile, addWithheld } from './columns.ts'
import { shownStudentsQuery } from './consents.ts'
import { seenMedia, seenOne, sightOf } from './policies.ts'

const selectMedia = variants({ viewer: viewers }, ({ viewer }) =>
  statement(mediaRow, `select ${columns} from media m ${withFile} where m.id = $id and ${seenOne(viewer, 'm.id')}`),
)

export const studentColumns = 's.id, s.first_name as "firstName", s.last_name as "lastName", s.grade'

export const studentRow = mediaStudent.omit({ mayBeShown: true })

const selectTaggedStudents = statement(
  studentRow,
  `select ${studentColumns} from media_students t join students s on s.tenant_id = t.tenant_id and s.id = t.student_id
    where t.media_id = $id order by s.last_name, s.first_name, s.id`,
)

const selectSameFiles = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid(), fileName: z.string(), sessionName: z.string().nullable() }),
    `select m.id, m.file_name as "fileName", s.name as "sessionName"
      from files o join files f on f.sha256 = o.sha256 and f.id <> o.id and f.state = 'complete'
        join media m on m.tenant_id = f.tenant_id and m.id = f.id
        left join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      where o.id = $id and m.deleted_at is null and ${seenMedia(viewer, 'm.id')}
      order by m.created_at, m.id limit 10`,
  ),
)

/** @throws not-found when the organization has no such media, or none that the caller sees */
export async function getMedia(scope: TenantScope, id: string): Promise<MediaDetail> {
  const values = { id, ...sightOf(scope) }
  const viewer = viewerOf(scope)
  const [found] = await scope.rows(selectMedia({ viewer }), values)
  if (!found) throw notFound('Media')
  const [[row], students, sameAs] = await Promise.all([
    addWithheld(scope, [found]),
    scope.rows(selectTaggedStudents, values),
    scope.rows(selectSameFiles({ viewer }), values),
  ])
  if (!row) throw notFound('Media')
  return { ...row, students: await addConsents(scope, students), sameAs }
}

const selectShownStudents = statement(
  z.object({ id: z.uuid() }),
  shownStudentsQuery((column) => `${column} = any($studentIds::uuid[])`),
)

/** Lists those of the students who may be shown to the organization's families. */
export async function listShownStudents(
  scope: TenantScope,
  studentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (studentIds.length === 0) return new Set()
  const values = { studentIds, now: scope.core.clock.now(), tenantId: scope.tenantId }
  return new Set((await scope.rows(selectShownStudents, values)).map(({ id }) => id))
}

/** Adds consents, except for platform staff, to whom these open only with a reason. */
export async function addConsents(
  scope: TenantScope,
  students: readonly z.infer<typeof studentRow>[],
): Promise<MediaStudent[]> {
  if (isPlatformStaff(scope)) return students.map((student) => ({ ...student, mayBeShown: null }))
  const may = await listShownStudents(
    scope,
    students.map(({ id }) => id),
  )
  return students.map((student) => ({ ...student, mayBeShown: may.has(student.id) }))
}
