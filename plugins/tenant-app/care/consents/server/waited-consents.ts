import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { isOpen } from './answer-consents.ts'
import { concernsStudent, standingsQuery } from './consent-state.ts'

const selectWaitedConsents = statement(
  z.object({ id: z.uuid(), title: z.string(), waiting: z.number() }),
  `with standing as (${standingsQuery('a.consent_id in (select id from consents where withdrawn_at is null)')})
    select c.id, v.title, count(*)::int as waiting
    from consents c join students s on s.tenant_id = c.tenant_id and s.is_active and ${concernsStudent}
      join consent_versions v on v.tenant_id = c.tenant_id and v.consent_id = c.id and v.number = c.version
      left join standing h on h.consent_id = c.id and h.student_id = s.id
    where ${isOpen} group by c.id, v.title order by waiting desc, lower(v.title), c.id limit $most`,
)

/** Lists consents with active students whose answer is missing, has ended or ends soon, with their number. */
export function listWaitedConsents(
  scope: TenantScope,
  most: number,
): Promise<z.infer<typeof selectWaitedConsents.row>[]> {
  return scope.rows(selectWaitedConsents, { most, now: scope.core.clock.now(), tenantId: scope.tenantId })
}
