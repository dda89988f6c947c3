import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { BEFORE_NEWEST, EXPORT_BATCH, exportList } from '#core/server/http/list-export.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { hasActiveAccount } from '../../shared/server/active-accounts.ts'
import {
  organization,
  organizationOrder,
  peopleOfRole,
  type Organization,
  type organizationsContract,
} from '../contract.ts'

const columns = `t.id, t.name, t.subdomain, t.admin_email as "adminEmail",
  (select u.email from users u where u.tenant_id = t.id and u.role = 'tenant_admin' and u.is_active
    order by u.email <> t.admin_email, u.created_at, u.id limit 1) as "adminSignIn", t.plan, t.status, t.branding, t.settings,
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.suspension_reason as "suspensionReason",
  (select count(*) from users where tenant_id = t.id and ${hasActiveAccount}) as "userCount"`

type ListQuery = z.output<typeof organizationsContract.listTenants.query>

const filters = { isSearched: [true, false], isOfStatus: [true, false] } as const

function whereOf({ isSearched, isOfStatus }: { isSearched: boolean; isOfStatus: boolean }): string {
  const conditions = [
    // The index contains both joined; a match across the border is no match.
    ...(isSearched
      ? [
          `fold(t.name || ' ' || t.admin_email) like containing($search)`,
          '(fold(t.name) like containing($search) or fold(t.admin_email) like containing($search))',
        ]
      : []),
    ...(isOfStatus ? ['t.status = $status'] : []),
  ]
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}

const newest = 't.created_at desc, t.id desc'

const orders: Record<z.output<typeof organizationOrder>, string> = {
  name: 'lower(t.name), t.id',
  '-name': 'lower(t.name) desc, t.id desc',
  created: 't.created_at, t.id',
  '-created': newest,
}

const selectOrganizations = variants({ ...filters, sort: organizationOrder.options }, ({ sort, ...filter }) =>
  statement(
    organization.extend({ total: z.number() }),
    `select ${columns}, (select count(*) from tenants t ${whereOf(filter)}) as total
       from tenants t ${whereOf(filter)}
      order by ${orders[sort]} limit $most offset $offset`,
    { keepsPlan: !filter.isSearched && !filter.isOfStatus },
  ),
)

const countOrganizations = variants(filters, (filter) =>
  statement(z.object({ total: z.number() }), `select count(*) as total from tenants t ${whereOf(filter)}`),
)

const chosenBy = ({ search, status }: Pick<ListQuery, 'search' | 'status'>) => ({
  filter: { isSearched: search !== undefined && search !== '', isOfStatus: status !== undefined },
  values: { search: search ?? '', status },
})

/** Lists organizations in the order of `sort`, with the total of matches. */
export async function listOrganizations(
  scope: PlatformScope,
  { search, status, sort = '-created', limit = LIST_CAP, offset = 0 }: ListQuery,
): Promise<PagedAnswer<Organization>> {
  const { filter, values } = chosenBy({ search, status })
  // Past the end of the list the total needs its own statement.
  const read = offset === 0 ? scope.lastRows : scope.rows
  const found = await read(selectOrganizations({ ...filter, sort }), { ...values, most: limit + 1, offset })
  const count = async () => (await scope.rows(countOrganizations(filter), values))[0]?.total ?? 0
  const total = found[0]?.total ?? (offset > 0 ? await count() : 0)
  return new PagedAnswer<Organization>(found, { limit, offset, total })
}

const selectExportBatch = variants(filters, (filter) =>
  statement(
    organization.extend({ instant: z.string() }),
    `select ${columns}, t.created_at::text as instant from tenants t
      ${whereOf(filter) || 'where true'} and (t.created_at, t.id) < ($instant::timestamptz, $id::uuid)
      order by ${newest} limit ${EXPORT_BATCH}`,
  ),
)

/** Exports all matching organizations as CSV, newest first. */
export const exportOrganizations = (unscoped: Unscoped, asked: Pick<ListQuery, 'search' | 'status'>) => {
  const { filter, values } = chosenBy(asked)
  return exportList(unscoped, {
    called: 'organizations',
    action: 'tenant.exported',
    resource: 'tenant',
    filters: asked,
    columns: {
      Organization: 'name',
      Subdomain: 'subdomain',
      'Admin Email': 'adminEmail',
      Plan: 'plan',
      Status: 'status',
      Users: 'userCount',
      Created: 'createdAt',
      ID: 'id',
    },
    rows: selectExportBatch(filter),
    values,
    start: BEFORE_NEWEST,
  })
}

const selectOrganizationById = statement(organization, `select ${columns} from tenants t where t.id = $1`)

/** @throws not-found */
export async function organizationById(scope: PlatformScope, id: string): Promise<Organization> {
  const [found] = await scope.rows(selectOrganizationById, [id])
  if (!found) throw notFound('Organization')
  return found
}

const countPeopleByRole = statement(
  peopleOfRole,
  `select role, count(*) filter (where ${hasActiveAccount}) as active, count(*) filter (where not is_active) as inactive
     from users where tenant_id = $1 group by role order by role`,
)

/** Counts the people of each role in an organization. @throws not-found */
export async function peopleOf(scope: PlatformScope, id: string): Promise<z.infer<typeof peopleOfRole>[]> {
  await organizationById(scope, id)
  return scope.rows(countPeopleByRole, [id])
}
