import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { erasure, type Erasure } from '../contract.ts'

const selectErasures = statement(
  erasure.extend({ total: z.number() }),
  `select id, called, erased_at as "erasedAt", erased_by_name as "erasedByName",
      (select count(*) from erasures where organization_id = $tenantId) as total
    from erasures where organization_id = $tenantId order by erased_at desc, id desc limit $most offset $offset`,
)

/** Lists erasures, the latest first, with the total. Without `limit` at most 1000. */
export async function listErasures(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Erasure>> {
  const found = await scope.lastRows(selectErasures, { tenantId: scope.tenantId, most: limit + 1, offset })
  const [first] = found
  return new PagedAnswer<Erasure>(found, {
    limit,
    offset,
    ...(first ? { total: first.total } : offset === 0 && { total: 0 }),
  })
}
