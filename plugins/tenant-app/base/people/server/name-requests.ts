import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { nameRequest, type NameRequest } from '../names-contract.ts'
import { getPerson } from './people.ts'

const selectRequests = statement(
  nameRequest.extend({ total: z.number().int() }),
  `select u.id, u.role, u.first_name as "firstName", u.last_name as "lastName",
      u.requested_first_name as "requestedFirstName", u.requested_last_name as "requestedLastName",
      u.name_requested_at as "requestedAt", (count(*) over ())::int as total
    from users u where u.tenant_id = $tenantId and u.name_requested_at is not null and u.is_active
    order by u.name_requested_at, u.id limit $most offset $offset`,
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists names that people have asked for, the longest waiting first. Without `limit` at most 1000. */
export async function listNameRequests(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<NameRequest>> {
  const asked = { tenantId: scope.tenantId, most: limit + 1, offset }
  return countedPage(await scope.rows(selectRequests, asked), { limit, offset })
}

const isRequested = `u.name_requested_at is not null and u.requested_first_name = $firstName
  and u.requested_last_name = $lastName`

// Before the account, as whoever changes a student does: the student's name is written to the account.
const updateStudentName = statement(
  `update students s set first_name = $firstName, last_name = $lastName, updated_at = $now
    from users u where s.tenant_id = $tenantId and s.user_id = $id and u.tenant_id = s.tenant_id and u.id = s.user_id
      and ${isRequested}`,
)

const updateRequestedName = statement(
  z.object({ name: z.string() }),
  `update users u set first_name = case when $isApproved then $firstName else u.first_name end,
      last_name = case when $isApproved then $lastName else u.last_name end,
      requested_first_name = null, requested_last_name = null, name_requested_at = null, updated_at = $now
    where u.tenant_id = $tenantId and u.id = $id and ${isRequested}
    returning u.first_name || ' ' || u.last_name as name`,
)

interface Decision {
  firstName: string
  lastName: string
  isApproved: boolean
}

/**
 * Puts the name that a person has asked for on record, of a student in the student's record too, or rejects it. What was
 * issued before keeps the name that it says.
 * @throws not-found; people.no-name-request 409 where there is none, or for another name by now
 */
export async function decideNameRequest(scope: TenantScope, id: string, decision: Decision): Promise<void> {
  const { firstName, lastName, isApproved } = decision
  await getPerson(scope, id)
  const { tenantId } = scope
  const now = scope.core.clock.now().toISOString()
  if (isApproved) await scope.rows(updateStudentName, { tenantId, id, firstName, lastName, now })
  const [ended] = await scope.rows(updateRequestedName, { tenantId, id, firstName, lastName, isApproved, now })
  if (!ended) {
    throw new AppError('people.no-name-request', 409, 'This request was changed or decided in the meantime.')
  }
  await scope.core.invalidations.announce(scope, 'user', id)
  await record(scope, {
    action: isApproved ? 'user.name-approved' : 'user.name-rejected',
    category: 'account',
    description: `${isApproved ? 'Put another name on record of' : 'Rejected another name of'} ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
    after: { firstName, lastName },
  })
}
