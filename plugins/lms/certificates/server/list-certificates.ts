import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { csvAnswer } from '#core/server/analytics.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type FileAnswer, type PagedAnswer } from '#core/server/http/answers.ts'
import { countText } from '#core/server/texts.ts'
import {
  certificate,
  issuedCertificate,
  REMINDER_DAYS,
  type Certificate,
  type CertificateState,
  type CourseCertificates,
  type IssuedCertificate,
} from '../contract.ts'
import { catalogTables, isInCatalog, catalogParameters } from '../../delivery/catalog/server/seen.ts'
import { stateColumn } from './certificate.ts'
import { getVerifyUrl } from './words.ts'

const certificateColumns = `k.id, k.number, ${stateColumn} as state, k.recipient, k.course_id as "courseId", k.course, k.cycle,
  k.completed_at as "completedAt", k.issued_at as "issuedAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
  k.revoked_for as "revokedFor", k.replaced_by as "replacedBy"`

const shownCertificate = certificate.omit({ verifyUrl: true })
const adminCertificate = issuedCertificate.omit({ verifyUrl: true })

const withAddress = <Row extends { number: string }>({ core }: TenantScope, row: Row) => ({
  ...row,
  verifyUrl: getVerifyUrl(core.env, row.number),
})

const selectCourseCertificates = statement(
  shownCertificate.extend({ canRenew: z.boolean() }),
  `select ${certificateColumns}, coalesce(k.replaced_at is null and k.revoked_at is null and k.cycle = e.cycle and e.completed_at is not null
      and k.expires_at <= $now::timestamptz + interval '${REMINDER_DAYS[0]} days', false) as "canRenew"
    from lms_certificates k
      left join lms_enrollments e on e.tenant_id = k.tenant_id and e.user_id = k.user_id and e.course_id = k.course_id
    where k.tenant_id = $tenantId and k.user_id = $caller and k.course_id = $courseId
    order by k.cycle desc, k.edition desc, k.id limit ${LIST_CAP}`,
)

const selectCompletion = statement(
  z.object({ isGiven: z.boolean(), isChecked: z.boolean() }),
  `select coalesce((v.outline ->> 'givesCertificate')::boolean, true) as "isGiven",
      exists (select from lms_lesson_progress p where p.tenant_id = e.tenant_id and p.enrollment_id = e.id
        and p.cycle = e.cycle and p.how = 'checked') as "isChecked"
    from lms_enrollments e
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
    where e.tenant_id = $tenantId and e.user_id = $caller and e.course_id = $courseId and e.completed_at is not null`,
)

// A certificate that is missing for no other reason was not in the plan on the day of the completion.
const explainMissing = ({ isGiven, isChecked }: { isGiven: boolean; isChecked: boolean }) =>
  !isGiven ? 'not-given' : isChecked ? 'not-included' : 'own-word'

const selectCourseId = statement(
  z.object({ id: z.uuid() }),
  `select c.id ${catalogTables} where ${isInCatalog} and c.id = $courseId`,
)

/** Lists the caller's certificates of a course, newest first. @throws not-found if the caller finds no such course */
export async function listCourseCertificates(scope: TenantScope, courseId: string): Promise<CourseCertificates> {
  const rows = await scope.rows(selectCourseCertificates, {
    tenantId: scope.tenantId,
    caller: callerOf(scope).caller ?? null,
    courseId,
    now: scope.core.clock.now().toISOString(),
  })
  let noneBecause: CourseCertificates['noneBecause'] = null
  if (rows.length === 0) {
    const [known] = await scope.rows(selectCourseId, { ...catalogParameters(scope), courseId })
    if (!known) throw notFound('Course')
    const asked = { tenantId: scope.tenantId, caller: callerOf(scope).caller ?? null, courseId }
    const [completed] = await scope.rows(selectCompletion, asked)
    if (completed) noneBecause = explainMissing(completed)
  }
  return {
    certificates: rows.map(({ canRenew: _, ...row }): Certificate => withAddress(scope, row)),
    canRenew: rows[0]?.canRenew ?? false,
    noneBecause,
  }
}

const selectCertificates = variants({ isSearched: [true, false] }, ({ isSearched }) =>
  statement(
    adminCertificate.extend({ total: z.number() }),
    `select ${certificateColumns}, k.revocation_note as "revocationNote", count(*) over () as total from lms_certificates k
      where k.tenant_id = $tenantId ${isSearched ? 'and k.search like (select containing($search))' : ''}
        and ($state::text is null or ${stateColumn} = $state)
      order by k.issued_at desc, k.id limit $most offset $offset`,
  ),
)

interface ListQuery {
  search?: string | undefined
  state?: CertificateState | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists the certificates of the organization, newest first. Without `limit` at most 1000. */
export const listCertificates = (scope: TenantScope, query: ListQuery): Promise<PagedAnswer<IssuedCertificate>> =>
  findCertificates(scope, query, scope.lastRows)

async function findCertificates(
  scope: TenantScope,
  query: ListQuery,
  ask: TenantScope['rows'],
): Promise<PagedAnswer<IssuedCertificate>> {
  const { search = '', state = null, limit = LIST_CAP, offset = 0 } = query
  const asked = await ask(selectCertificates({ isSearched: search !== '' }), {
    tenantId: scope.tenantId,
    ...(search === '' ? {} : { search }),
    state,
    now: scope.core.clock.now().toISOString(),
    most: limit + 1,
    offset,
  })
  return countedPage(asked, { limit, offset }, (row) => withAddress(scope, row))
}

/** Maximum rows of a CSV: more certificates than an organization issues in years. */
const MAX_EXPORTED = 50_000

/** Exports certificates as CSV; dates in UTC. */
export async function exportCertificates(
  scope: TenantScope,
  query: Omit<ListQuery, 'limit' | 'offset'>,
): Promise<FileAnswer> {
  const { rows } = await findCertificates(scope, { ...query, limit: MAX_EXPORTED }, scope.rows)
  await record(scope, {
    action: 'certificates.exported',
    category: 'security',
    description: `Exported ${countText(rows.length, 'certificate')}, as CSV`,
    resource: 'certificate',
  })
  const columns = {
    Number: 'number',
    Name: 'recipient',
    Course: 'course',
    State: 'state',
    Completed: 'completedAt',
    Issued: 'issuedAt',
    Expires: 'expiresAt',
    Revoked: 'revokedAt',
    'Replaced by': 'replacedBy',
    'Check it at': 'verifyUrl',
  } as const
  return csvAnswer('certificates', columns, rows)
}

const selectCertificate = statement(
  adminCertificate,
  `select ${certificateColumns}, k.revocation_note as "revocationNote" from lms_certificates k
    where k.tenant_id = $tenantId and k.id = $id`,
)

/** Reads a certificate. @throws not-found */
export async function getCertificate(scope: TenantScope, id: string): Promise<IssuedCertificate> {
  const now = scope.core.clock.now().toISOString()
  const [row] = await scope.rows(selectCertificate, { tenantId: scope.tenantId, id, now })
  if (!row) throw notFound('Certificate')
  return withAddress(scope, row)
}
