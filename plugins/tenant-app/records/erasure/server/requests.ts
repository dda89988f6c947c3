import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { tableModel } from '#core/server/database/model.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, forbidden, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { isNotified, requireStudent } from '../../../base/families/server/children.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import {
  ANSWER_DAYS,
  erasureRequest,
  ownErasureRequest,
  type ErasureRequest,
  type NewErasureRequest,
  type OwnErasureRequest,
} from '../request-contract.ts'

class ErasureRequestModel extends tableModel(
  'erasure_requests',
  z.object({
    id: z.uuid(),
    requestedBy: z.uuid(),
    studentId: z.uuid().nullable(),
    words: z.string(),
    askedAt: z.string(),
    declinedAt: z.string().nullable(),
    declinedByName: z.string().nullable(),
    answer: z.string(),
  }),
) {}

const columns = `r.id, r.student_id as "studentId", r.words, r.asked_at as "askedAt",
  r.asked_at + make_interval(days => ${ANSWER_DAYS}) as "dueAt"`

const selectOwnRequests = statement(
  ownErasureRequest,
  `select ${columns}, r.declined_at is not null as "isDeclined", r.answer from erasure_requests r
    where r.requested_by = $caller and (r.student_id is null or exists (select from parent_students p
        where p.tenant_id = r.tenant_id and p.student_id = r.student_id and p.parent_id = r.requested_by
          and p.may_see and not p.is_restricted))
    order by r.asked_at desc, r.id desc limit 100`,
)

export const listOwnRequests = (scope: TenantScope): Promise<OwnErasureRequest[]> =>
  scope.rows(selectOwnRequests, { caller: scope.actor.user?.id ?? null })

const selectOpenRequests = statement(
  erasureRequest.extend({ total: z.number() }),
  `select ${columns}, r.requested_by as "requestedBy", u.first_name || ' ' || u.last_name as "requestedByName",
      coalesce(s.first_name || ' ' || s.last_name, u.first_name || ' ' || u.last_name) as name,
      (select count(*) from erasure_requests where declined_at is null) as total
    from erasure_requests r join users u on u.tenant_id = r.tenant_id and u.id = r.requested_by
      left join students s on s.tenant_id = r.tenant_id and s.id = r.student_id
    where r.declined_at is null order by r.asked_at, r.id limit $most offset $offset`,
)

/** Lists requests, the oldest first, with the total. Without `limit` at most 1000. */
export async function listRequests(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<ErasureRequest>> {
  const found = await scope.lastRows(selectOpenRequests, { most: limit + 1, offset })
  const [first] = found
  return new PagedAnswer<ErasureRequest>(found, {
    limit,
    offset,
    ...(first ? { total: first.total } : offset === 0 && { total: 0 }),
  })
}

/**
 * Saves an erasure request and notifies admins at once, without names.
 * @throws forbidden for platform staff, and for a child unless the caller is a guardian; not-found for another family's child;
 *   conflict at `words` where the same request is pending
 */
export async function askForErasure(
  scope: TenantScope,
  { studentId, words }: NewErasureRequest,
): Promise<OwnErasureRequest> {
  const { user } = scope.actor
  if (!user || user.tenantId !== scope.tenantId) throw forbidden('You are none of this organization’s people')
  if (studentId !== null) {
    if (user.role !== 'parent') throw forbidden('Guardians ask for their children')
    await requireStudent(scope, studentId)
  }
  const waits = (await listOwnRequests(scope)).some((one) => one.studentId === studentId && !one.isDeclined)
  if (waits) throw conflict('words', 'You have asked already. You will get an answer by email.')
  const { id } = await ErasureRequestModel.query(scope.trx).insert({
    requestedBy: user.id,
    studentId,
    words,
    askedAt: scope.core.clock.now().toISOString(),
  })
  await record(scope, {
    action: 'erasure.requested',
    category: 'security',
    description: studentId === null ? 'Asked to be erased' : `Asked that ${referTo('student', studentId)} is erased`,
    resource: studentId === null ? 'user' : 'student',
    resourceId: studentId ?? user.id,
  })
  await sendMails(
    scope,
    (await listAdmins(scope)).map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `Someone asks ${organization} for erasure`,
      body: [
        line`Hello,`,
        line`A member of ${organization} asks that personal data are erased. The law gives you ${String(ANSWER_DAYS)} days to answer:`,
        link(scope.core.env, subdomain, '/org-settings?tab=data'),
      ],
    })),
  )
  const made = (await listOwnRequests(scope)).find((one) => one.id === id)
  if (!made) throw notFound('Request')
  return made
}

const SELECT_REQUESTERS = `select u.email, t.name as organization from erasure_requests r
    join users u on u.tenant_id = r.tenant_id and u.id = r.requested_by and u.email is not null
    join tenants t on t.id = r.tenant_id`

/** True where the requester still gets notifications about the child; unlinked or restricted guardians do not. */
const IS_STILL_NOTIFIED = `exists (select from parent_students p where p.tenant_id = r.tenant_id
    and p.student_id = r.student_id and p.parent_id = r.requested_by and ${isNotified('p', 'u')})`

const notifiedRequester = z.object({ email: z.string(), organization: z.string() })

const selectRequester = statement(
  notifiedRequester,
  `${SELECT_REQUESTERS} where r.id = $id and (r.student_id is null or ${IS_STILL_NOTIFIED})`,
)

/** @throws not-found, also where it was answered already */
export async function declineErasure(scope: TenantScope, id: string, answer: string): Promise<void> {
  const found = await ErasureRequestModel.query(scope.trx).findById(id).whereNull('declinedAt').forUpdate()
  if (!found) throw notFound('Request')
  const declinedAt = scope.core.clock.now().toISOString()
  await ErasureRequestModel.query(scope.trx)
    .findById(id)
    .patch({ declinedAt, declinedByName: scope.actor.user?.name ?? '', answer })
  await record(scope, {
    action: 'erasure.declined',
    category: 'security',
    description: 'Declined a deletion request',
    resource: found.studentId === null ? 'user' : 'student',
    resourceId: found.studentId ?? found.requestedBy,
  })
  const people = await scope.rows(selectRequester, { id })
  await sendMails(
    scope,
    people.map(({ email, organization }) => ({
      to: email,
      subject: `${organization} has answered your request`,
      body: [
        line`Hello,`,
        line`${organization} does not erase the data that you asked about, and says why:`,
        line`${answer}`,
      ],
    })),
  )
}

const selectStudentRequesters = statement(
  notifiedRequester,
  `${SELECT_REQUESTERS} where r.student_id = $studentId and r.declined_at is null and ${IS_STILL_NOTIFIED}`,
)

/** Notifies guardians who requested it, before the child is erased and the request with it; without the name. */
export async function notifyRequesters(scope: TenantScope, studentId: string): Promise<void> {
  const people = await scope.rows(selectStudentRequesters, { studentId })
  await sendMails(
    scope,
    people.map(({ email, organization }) => ({
      to: email,
      subject: `${organization} has done what you asked for`,
      body: [line`Hello,`, line`${organization} has erased the data that you asked about. Nothing undoes it.`],
    })),
  )
}
