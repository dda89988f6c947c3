import type { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { containing } from '#core/server/database/like.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { organization, type Organization, type organizationsContract } from '../contract.ts'

const columns = `t.id, t.name, t.subdomain, t.admin_email as "adminEmail", t.plan, t.status, t.branding, t.settings,
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.suspension_reason as "suspensionReason",
  (select count(*) from users u where u.tenant_id = t.id and u.is_active) as "userCount"`

type ListQuery = z.output<typeof organizationsContract.listTenants.query>

/** Organizations, newest first, with the number of all that fit. */
export async function listOrganizations(
  scope: PlatformScope,
  { search, status, limit = LIST_CAP, offset = 0 }: ListQuery,
): Promise<PagedAnswer<Organization>> {
  const filter = filterBy(search, status)
  // Behind the end of the list the total takes a statement of its own.
  const read = offset === 0 ? scope.lastRows : scope.rows
  const found = await read<Organization & { total: number }>(
    `tenants.list${filter.name}`,
    `select ${columns}, (select count(*) from tenants t ${filter.where}) as total
       from tenants t ${filter.where}
      order by t.created_at desc, t.id desc limit $1 offset $2`,
    [limit + 1, offset, ...filter.values],
  )
  const total = found[0]?.total ?? (offset > 0 ? await countOrganizations(scope, search, status) : 0)
  return new PagedAnswer<Organization>(found, { limit, offset, total })
}

async function countOrganizations(scope: PlatformScope, search?: string, status?: string): Promise<number> {
  const filter = filterBy(search, status, 1)
  const [row] = await scope.rows<{ total: number }>(
    `tenants.count${filter.name}`,
    `select count(*) as total from tenants t ${filter.where}`,
    filter.values,
  )
  return row?.total ?? 0
}

/** @param first the number of the first parameter */
function filterBy(search: string | undefined, status: string | undefined, first = 3) {
  const values: string[] = []
  const conditions: string[] = []
  let name = ''
  const parameter = (value: string) => `$${first - 1 + values.push(value)}`
  if (search) {
    const pattern = `lower(${parameter(containing(search))})`
    name += '.search'
    // The index holds both together; a text that begins in the one and ends in the other is none of them.
    conditions.push(
      `lower(t.name || ' ' || t.admin_email) like ${pattern}`,
      `(lower(t.name) like ${pattern} or lower(t.admin_email) like ${pattern})`,
    )
  }
  if (status) {
    name += '.status'
    conditions.push(`t.status = ${parameter(status)}`)
  }
  return { name, values, where: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '' }
}

const byId = statement(organization, `select ${columns} from tenants t where t.id = $1`)

/** @throws not-found */
export async function organizationById(scope: PlatformScope, id: string): Promise<Organization> {
  const [found] = await scope.rows(byId, [id])
  if (!found) throw notFound('Organization')
  return found
}
