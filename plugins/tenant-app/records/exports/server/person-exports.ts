import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, forbidden, invalidField, notFound, unauthenticated } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { personalExport, type newPersonalExport, type PersonalExport } from '../person-contract.ts'
import { DataExportModel } from './data-export.ts'
import { awaitErasures, removeAfterCommit } from './exports.ts'
import { makeExport } from './make-export.ts'

const columns = `id, status, progress, filename, size, includes_health as "includesHealth", created_at as "createdAt",
  expires_at as "expiresAt", user_id as "userId", student_id as "studentId"`

const selectPersonalExports = variants({ of: ['all', 'student', 'user'] }, ({ of }) =>
  statement(
    personalExport,
    `select ${columns} from data_exports where kind = 'person' and created_by = $caller
        ${of === 'student' ? 'and student_id = $studentId' : of === 'user' ? 'and user_id = $userId' : ''}
      order by created_at desc, id desc limit $most offset $offset`,
  ),
)

interface Asked {
  studentId?: string | undefined
  userId?: string | undefined
}

export async function listPersonalExports(
  scope: TenantScope,
  {
    studentId,
    userId,
    limit = LIST_CAP,
    offset = 0,
  }: Asked & { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<PersonalExport>> {
  const of = studentId !== undefined ? 'student' : userId !== undefined ? 'user' : 'all'
  const values = { caller: callerIn(scope).id, studentId, userId, most: limit + 1, offset }
  return new PagedAnswer(await scope.rows(selectPersonalExports({ of }), values), { limit, offset })
}

function callerIn({ actor }: TenantScope) {
  if (!actor.user) throw unauthenticated()
  return actor.user
}

const selectOwnStudent = statement(z.object({ id: z.uuid() }), 'select id from students where user_id = $caller')

const selectPerson = statement(z.object({ id: z.uuid() }), 'select id from users where id = $userId')

interface Decided {
  userId: string | null
  studentId: string | null
  includesHealth: boolean
}

/**
 * Decides whether the caller may export the data: users their own, guardians that of a child whom they may see, admins any.
 * Health is included for guardians, and for admins with a reason; students do not get their own (programs.md, 'Who sees what').
 * @throws forbidden, not-found, invalid at `reason`
 */
async function decide(
  scope: TenantScope,
  { studentId, userId, includesHealth, reason }: z.output<typeof newPersonalExport>,
): Promise<Decided> {
  const { id: caller, role } = callerIn(scope)
  if (role === 'superadmin') throw forbidden('Only the organization’s own people export data of its people')
  if (studentId !== undefined) {
    if (role === 'instructor') throw forbidden()
    await requireStudent(scope, studentId)
    if (role === 'tenant_admin' && includesHealth && reason === '') {
      throw invalidField('reason', 'Write what the health data is needed for')
    }
    return { userId: null, studentId, includesHealth: role === 'parent' || (role === 'tenant_admin' && includesHealth) }
  }
  if (userId !== undefined && userId !== caller) {
    if (role !== 'tenant_admin') throw forbidden()
    const [found] = await scope.rows(selectPerson, { userId })
    if (!found) throw notFound('Person')
    return { userId, studentId: null, includesHealth: false }
  }
  const [own] = role === 'student' ? await scope.rows(selectOwnStudent, { caller }) : []
  return { userId: caller, studentId: own?.id ?? null, includesHealth: false }
}

const ofSame = `kind = 'person' and created_by = $caller
    and coalesce(user_id, student_id) = coalesce($userId::uuid, $studentId::uuid)`

const selectUnfinishedExport = statement(
  z.object({ id: z.uuid() }),
  `select id from data_exports where ${ofSame} and status in ('waiting', 'running')`,
)

/** Number of exports of one person's data that a user may start within a day. */
const MAX_DAILY_EXPORTS = 5

const countRecentExports = statement(
  z.object({ count: z.number() }),
  `select count(*) as count from data_exports where ${ofSame} and created_at > $since and status <> 'failed'`,
)

const updateReplacedExports = statement(
  z.object({ id: z.uuid() }),
  `update data_exports set status = 'expired' where ${ofSame} and status = 'ready' returning id`,
)

const DAY_MS = 86_400_000

/** Replaces the caller's earlier export of the person: each may hold all videos of a child. @throws export.enough 429 */
async function replaceEarlier(scope: TenantScope, same: { caller: string } & Pick<Decided, 'userId' | 'studentId'>) {
  const since = new Date(scope.core.clock.now().getTime() - DAY_MS)
  const [found] = await scope.rows(countRecentExports, { ...same, since })
  if ((found?.count ?? 0) >= MAX_DAILY_EXPORTS) {
    throw new AppError(
      'export.enough',
      429,
      `This was exported ${MAX_DAILY_EXPORTS} times within a day. Try again tomorrow.`,
    )
  }
  removeAfterCommit(scope, await scope.rows(updateReplacedExports, same))
}

const lock = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.personal-exports:' || $caller::text, 0))`,
)

/** Starts the export as a job. @throws forbidden, not-found, invalid at `reason`, export.running 409, export.enough 429 */
export async function createPersonalExport(
  scope: TenantScope,
  asked: z.output<typeof newPersonalExport>,
): Promise<PersonalExport> {
  const user = callerIn(scope)
  await awaitErasures(scope)
  const { userId, studentId, includesHealth } = await decide(scope, asked)
  await scope.rows(lock, { caller: user.id })
  const [running] = await scope.rows(selectUnfinishedExport, { caller: user.id, userId, studentId })
  if (running) throw new AppError('export.running', 409, 'This export is being made already')
  await replaceEarlier(scope, { caller: user.id, userId, studentId })
  const now = scope.core.clock.now().toISOString()
  const { id } = await DataExportModel.query(scope.trx).insert({
    kind: 'person',
    userId,
    studentId,
    includesHealth,
    reason: user.role === 'tenant_admin' && includesHealth ? asked.reason : '',
    touchedAt: now,
    // Without a name, since lists of downloads show it.
    filename: `personal-data-${await getLocalDay(scope)}.zip`,
    createdBy: user.id,
    createdByName: user.name,
    createdByRole: user.role,
    createdAt: now,
  })
  await record(scope, {
    action: 'personal-export.started',
    category: 'security',
    description: `Began an export of ${userId === user.id ? 'the own' : 'one person’s'} data`,
    resource: studentId !== null && userId === null ? 'student' : 'user',
    resourceId: studentId !== null && userId === null ? studentId : (userId ?? user.id),
    after: { includesHealth },
  })
  await scope.core.jobs.send(scope, makeExport, { tenantId: scope.tenantId, exportId: id })
  const [made] = await scope.rows(selectPersonalExport, { id })
  if (!made) throw notFound('Export')
  return made
}

const selectPersonalExport = statement(personalExport, `select ${columns} from data_exports where id = $id`)

const selectOwnExport = statement(
  z.object({ userId: z.uuid().nullable(), studentId: z.uuid().nullable() }),
  `select user_id as "userId", student_id as "studentId" from data_exports
    where id = $id and kind = 'person' and created_by = $caller`,
)

/** Checks rights again before each download: one may have been revoked. @throws not-found, forbidden */
export async function requireOwnExport(scope: TenantScope, id: string): Promise<void> {
  const { id: caller, role } = callerIn(scope)
  const [found] = await scope.rows(selectOwnExport, { id, caller })
  if (!found) throw notFound('Export')
  if (found.userId === caller) return
  if (found.studentId !== null) await requireStudent(scope, found.studentId)
  if (role !== 'tenant_admin' && (role !== 'parent' || found.userId !== null)) throw forbidden()
}
