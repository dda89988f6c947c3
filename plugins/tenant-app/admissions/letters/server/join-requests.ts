import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { addGuardian } from '../../../base/families/server/guardians.ts'
import { joinRequest, type JoinRequest } from '../contract.ts'
import { mailAccount, mailDeclined } from './emails.ts'

// A restriction looks the same as a right that was taken, since the platform's staff see the list too.
const isWithoutAccess = `exists (select from parent_students p
    join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
  where p.tenant_id = r.tenant_id and p.student_id = r.student_id and fold(u.email) = fold(r.email)
    and (not p.may_see or p.is_restricted))`

const columns = `r.id, r.student_id as "studentId", s.first_name || ' ' || s.last_name as "studentName",
  r.first_name as "firstName", r.last_name as "lastName", r.email, r.relationship, r.confirmed_at as "confirmedAt",
  ${isWithoutAccess} as "isWithoutAccess"`

const source = 'join_requests r join students s on s.tenant_id = r.tenant_id and s.id = r.student_id'

const selectRequests = statement(
  joinRequest,
  `select ${columns} from ${source} where r.confirmed_at is not null and s.erased_at is null
    order by r.confirmed_at, r.id limit $most offset $offset`,
)

/** Lists requests that wait for staff, the oldest first. */
export async function listJoinRequests(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<JoinRequest>> {
  const found = await scope.rows(selectRequests, { most: limit + 1, offset })
  return new PagedAnswer(found, { limit, offset })
}

const lockRequest = statement(
  joinRequest,
  `select ${columns} from ${source} where r.id = $id and r.confirmed_at is not null for update of r`,
)

const deleteRequest = statement('delete from join_requests where id = $id')

/** Takes a request out of the list; of two admins at once the second finds none. @throws not-found */
async function takeRequest(scope: TenantScope, id: string): Promise<JoinRequest> {
  const [request] = await scope.rows(lockRequest, { id })
  if (!request) throw notFound('Request')
  await scope.rows(deleteRequest, { id })
  return request
}

const recordDecision = (
  scope: TenantScope,
  { id, studentId }: JoinRequest,
  action: 'join-request.approved' | 'join-request.declined',
  verb: string,
) =>
  record(scope, {
    action,
    category: 'account',
    description: `${verb} a request for access to ${referTo('student', studentId)}`,
    resource: 'join-request',
    resourceId: id,
    metadata: { studentId },
  })

/**
 * Makes the person a guardian, and invites them.
 * @throws not-found, letters.no-access 409, conflict where the address belongs to staff or a student
 */
export async function approveJoinRequest(
  scope: TenantScope,
  id: string,
  { mayCollect }: { mayCollect: boolean },
): Promise<void> {
  const request = await takeRequest(scope, id)
  const { studentId, firstName, lastName, email, relationship } = request
  if (request.isWithoutAccess) {
    throw new AppError(
      'letters.no-access',
      409,
      'This address belongs to a guardian who may not see the child. Change their rights first, or decline the request.',
    )
  }
  const { admin } = await addGuardian(scope, studentId, {
    userId: null,
    person: { firstName, lastName, email, invite: true },
    relationship,
    maySee: true,
    mayBeTold: true,
    mayCollect,
    livesWithChild: false,
  })
  if (admin?.state === 'active') await mailAccount(scope, email)
  await recordDecision(scope, request, 'join-request.approved', 'Approved')
}

/** Declines a request and emails the person. @throws not-found */
export async function declineJoinRequest(
  scope: TenantScope,
  id: string,
  { reason }: { reason: string },
): Promise<void> {
  const request = await takeRequest(scope, id)
  await mailDeclined(scope, request, reason)
  await recordDecision(scope, request, 'join-request.declined', 'Declined')
}
