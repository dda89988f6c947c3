import { z } from 'zod'
import type { AnalyticsQuery } from '#core/contract/analytics.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { analyticsPeriod, analyticsSettings, csvAnswer, periodsSql } from '#core/server/analytics.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { hasActiveAccount } from '../../shared/server/active-accounts.ts'
import {
  growthCount,
  IDLE_DAYS,
  idleOrganization,
  NEAR_LIMIT_PERCENT,
  organizationNearLimit,
  MAX_SHOWN_ORGANIZATIONS,
} from '../contract.ts'
import type { GrowthCount, IdleOrganization, OrganizationNearLimit } from '../contract.ts'

interface Found<Row> {
  total: number
  organizations: Row[]
}

/** Each row has the total number of matches. */
function withTotal<Row>(rows: (Row & { total: number })[]): Found<Row> {
  return { total: rows[0]?.total ?? 0, organizations: rows }
}

const createdSql = (table: string, which = 'true') => `
    select date_trunc($3, created_at at time zone $2) as starts, count(*) as count
      from ${table} where created_at >= (select min(from_at) from periods) and ${which} group by 1`

const beforeSql = (table: string, which = 'true') =>
  `(select count(*) from ${table} where created_at < (select min(from_at) from periods) and ${which})`

const selectGrowth = statement(
  growthCount,
  `with ${periodsSql}, o as (${createdSql('tenants')}), u as (${createdSql('users', hasActiveAccount)}),
        base as materialized (select ${beforeSql('tenants')} as organizations, ${beforeSql('users', hasActiveAccount)} as users)
   select to_char(starts, 'YYYY-MM-DD') as day,
          coalesce(o.count, 0) as "newOrganizations", coalesce(u.count, 0) as "newUsers",
          (base.organizations + sum(coalesce(o.count, 0)) over w)::bigint as organizations,
          (base.users + sum(coalesce(u.count, 0)) over w)::bigint as users
     from periods left join o using (starts) left join u using (starts), base
   window w as (order by starts) order by starts`,
)

/** Counts what exists today by the day of its creation. @throws analytics.off (403) */
export async function growth(scope: PlatformScope, query: AnalyticsQuery): Promise<GrowthCount[]> {
  return scope.rows(selectGrowth, await analyticsPeriod(scope, query))
}

export async function exportGrowth(scope: PlatformScope, query: AnalyticsQuery): Promise<FileAnswer> {
  const columns = {
    [`${query.by} from`]: 'day',
    organizations: 'organizations',
    'new organizations': 'newOrganizations',
    users: 'users',
    'new users': 'newUsers',
  } as const
  return csvAnswer(`growth-${query.range}`, columns, await growth(scope, query))
}

const selectIdleOrganizations = statement(
  idleOrganization.extend({ total: z.number() }),
  `select t.id, t.name, t.status, t.created_at as "createdAt", u.last as "lastSignInAt", count(*) over () as total
     from tenants t
     left join (select tenant_id, max(last_login_at) as last from users
                 where last_login_at is not null group by tenant_id) u on u.tenant_id = t.id
    where t.status in ('active', 'trial') and t.created_at < $1 and (u.last is null or u.last < $1)
    order by u.last nulls first, t.created_at, t.id limit $2`,
)

/**
 * Lists active organizations that are older than that and have had no sign-in since; the longest idle first.
 * @throws analytics.off (403)
 */
export async function idleOrganizations(
  scope: PlatformScope,
  limit = MAX_SHOWN_ORGANIZATIONS,
): Promise<Found<IdleOrganization>> {
  await analyticsSettings(scope)
  const since = new Date(scope.core.clock.now().getTime() - IDLE_DAYS * 24 * 3600 * 1000).toISOString()
  return withTotal(await scope.rows(selectIdleOrganizations, [since, limit]))
}

export async function exportIdleOrganizations(scope: PlatformScope): Promise<FileAnswer> {
  const columns = {
    organization: 'name',
    status: 'status',
    created: 'createdAt',
    'last sign-in': 'lastSignInAt',
    id: 'id',
  } as const
  return csvAnswer('idle-organizations', columns, (await idleOrganizations(scope, LIST_CAP)).organizations)
}

const selectNearLimit = statement(
  organizationNearLimit.extend({ total: z.number() }),
  `select t.id, t.name, u.users, $1::integer as "limit", (u.users * 100 / $1::integer) as used, count(*) over () as total
     from tenants t
     join (select tenant_id, count(*) as users from users
            where is_active and (role = 'tenant_admin' or role = 'instructor') group by tenant_id) u on u.tenant_id = t.id
    where t.status in ('active', 'trial') and u.users * 100 >= $1::integer * $2::bigint
    order by u.users desc, t.name, t.id limit $3`,
)

/**
 * Organizations whose staff accounts fill most of what the global settings allow, for platforms without plans.
 * @throws analytics.off (403)
 */
export async function organizationsNearLimit(
  scope: PlatformScope,
  limit = MAX_SHOWN_ORGANIZATIONS,
): Promise<Found<OrganizationNearLimit>> {
  const { maxUsersPerTenant } = await analyticsSettings(scope)
  return withTotal(await scope.rows(selectNearLimit, [maxUsersPerTenant, NEAR_LIMIT_PERCENT, limit]))
}

export async function exportOrganizationsNearLimit(scope: PlatformScope): Promise<FileAnswer> {
  const columns = {
    organization: 'name',
    'staff accounts': 'users',
    limit: 'limit',
    'per cent': 'used',
    id: 'id',
  } as const
  return csvAnswer('organizations-near-limit', columns, (await organizationsNearLimit(scope, LIST_CAP)).organizations)
}
