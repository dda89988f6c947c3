import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { insertConcern, lockConcerns } from './concerns.ts'
import { listReaders, mailNewRecord, openConcernsAs, outsideContactOf } from './leads.ts'
import { sealWords } from './sealing.ts'

const selectStudent = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from students where id = $studentId and erased_at is null`,
)
const selectStaff = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from users where tenant_id = $tenantId and id = $userId
    and role in ('tenant_admin', 'instructor')`,
)
const selectReported = statement(
  z.object({ number: z.number() }),
  'select number from concerns where id = $id and written_by = $writtenBy',
)

interface Report {
  /** Made by the device, so that a report sent twice is one. */
  id: string
  studentId: string | null
  /** Member of staff whom it is about, from whom it is hidden. */
  aboutUserId: string | null
  said: string
  seen: string
}

/**
 * Records what a guardian or a member of staff reports as a concern, and asks the leads to look. The log has no entry: it
 * would tell who has reported. Where no lead may read it, nothing is stored.
 * @throws forbidden
 */
export async function recordReport(
  scope: TenantScope,
  { id, studentId, aboutUserId, said, seen }: Report,
): Promise<{ isReported: boolean; outsideContact: string }> {
  const { tenantId, actor } = scope
  if (!actor.user) throw forbidden()
  const writtenBy = actor.user.id
  const outsideContact = await outsideContactOf(scope)
  await scope.rows(lockConcerns, { tenantId })
  const readers = await listReaders(scope, aboutUserId)
  const [reader] = readers
  if (!reader) return { isReported: false, outsideContact }
  // A guardian writes in the name of a lead, since the database takes concerns of staff alone.
  await openConcernsAs(scope, reader.id)
  if ((await scope.rows(selectReported, { id, writtenBy })).length > 0) return { isReported: true, outsideContact }
  const [student] = await scope.rows(selectStudent, { studentId })
  const [about] = await scope.rows(selectStaff, { tenantId, userId: aboutUserId })
  const sealed = sealWords(scope, {
    said,
    seen,
    informed: '',
    done: '',
    writtenByName: actor.user.name,
    studentName: student?.name ?? '',
    aboutUserName: about?.name ?? '',
  })
  const now = scope.core.clock.now()
  const values = { id, studentId, aboutUserId: about?.id ?? null, caller: writtenBy, sealed, now }
  if ((await scope.rows(insertConcern, values)).length > 0) await mailNewRecord(scope, readers)
  return { isReported: true, outsideContact }
}
