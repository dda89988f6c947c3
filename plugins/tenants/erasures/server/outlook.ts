import { z } from 'zod'
import { openTenantStatuses, tenantStatus } from '#core/contract/tenancy.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import type { ErasureOutlook } from '../contract.ts'
import { ownedTables } from './tables.ts'

const selectOutlook = statement(
  z.object({
    name: z.string(),
    subdomain: z.string(),
    status: tenantStatus,
    people: z.number(),
    files: z.number(),
    fileBytes: z.number(),
    step: z.string().nullable(),
  }),
  `select t.name, t.subdomain, t.status, (select count(*) from users u where u.tenant_id = t.id) as people,
      (select count(*) from files f where f.tenant_id = t.id) as files,
      (select coalesce(sum(f.size), 0)::bigint from files f where f.tenant_id = t.id) as "fileBytes",
      (select e.step from organization_erasures e where e.organization_id = t.id and e.finished_at is null) as step
    from tenants t where t.id = $id`,
)

/** Kinds of data counted for users; the rest is internal. */
const MAX_KINDS = 8

/** Reads which data an erasure deletes and retains, and why it may not begin. @throws not-found */
export async function organizationErasureOutlook(scope: PlatformScope, id: string): Promise<ErasureOutlook> {
  const [found] = await scope.rows(selectOutlook, { id })
  if (!found) throw notFound('Organization')
  const { status, step, ...rest } = found
  const counted: { called: string; count: number }[] = []
  let invoices = 0
  for (const { name } of await ownedTables(scope)) {
    const [row] = await scope.trx(name).where({ tenantId: id }).count<{ count: number }[]>('* as count')
    const count = row?.count ?? 0
    if (name === 'invoices') invoices = count
    else if (count > 0) counted.push({ called: scope.core.personalData.tables[name]?.called ?? name, count })
  }
  return {
    ...rest,
    rows: counted.toSorted((first, second) => second.count - first.count).slice(0, MAX_KINDS),
    invoices,
    refusal: refusalOf(status),
    step,
  }
}

/** An organization in use is not erased: a super admin must end it by its status first. */
export const refusalOf = (status: z.infer<typeof tenantStatus>): string | null =>
  openTenantStatuses.has(status)
    ? 'Its people are still working there. Suspend the organization, or make it inactive, when it has ended.'
    : null
