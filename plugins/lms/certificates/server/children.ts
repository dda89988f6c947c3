import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { childCertificate, type ChildCertificate } from '../children-contract.ts'
import { stateColumn } from './certificate.ts'
import { getVerifyUrl } from './words.ts'

const selectChildCertificates = statement(
  childCertificate.omit({ verifyUrl: true }).extend({ total: z.number().int() }),
  `select k.id, k.number, ${stateColumn} as state, k.course, k.issued_at as "issuedAt", k.expires_at as "expiresAt",
      (count(*) over ())::int as total
    from lms_certificates k
    where k.tenant_id = $tenantId and k.user_id = $userId and k.replaced_at is null
    order by k.issued_at desc, k.id limit $most offset $offset`,
)

/**
 * Lists certificates of a child of the caller; none of students without an account.
 * @param families undefined where that plugin is off
 * @throws not-found where the caller sees no such child
 */
export async function listChildCertificates(
  scope: TenantScope,
  studentId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  families: Pick<TenantAppServices, 'accountOfStudent'> | undefined,
): Promise<PagedAnswer<ChildCertificate>> {
  if (!families) throw notFound('Student')
  const userId = await families.accountOfStudent(scope, studentId)
  const { tenantId } = scope
  const now = scope.core.clock.now().toISOString()
  const rows =
    userId === null ? [] : await scope.rows(selectChildCertificates, { tenantId, userId, now, most: limit + 1, offset })
  return countedPage(rows, { limit, offset }, (row) => ({
    ...row,
    verifyUrl: getVerifyUrl(scope.core.env, row.number),
  }))
}
