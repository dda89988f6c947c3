import type { PartialModelObject } from 'objection'
import { z } from 'zod'
import { openTenantStatuses, type TenantStatus } from '#core/contract/tenancy.ts'
import { changedFields, record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, invalidField, notFound, violatedUnique } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import type { Organization, organizationChange } from '../contract.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { organizationResumed, organizationSuspended } from './events.ts'
import { mailContactChanged, mailStatus } from '../../shared/server/emails.ts'
import { organizationById } from './organization-list.ts'
import { subdomainTaken } from './organizations.ts'

type Tenant = Pick<
  TenantModel,
  'id' | 'name' | 'subdomain' | 'adminEmail' | 'status' | 'statusBeforeSuspension' | 'suspensionReason' | 'updatedAt'
>

/** Changes the address of a user, with all consequences. */
type ChangeUser = (
  scope: PlatformScope,
  id: string,
  change: { email: string; words: string | undefined },
) => Promise<unknown>

const existsErasure = statement(
  z.object({ id: z.uuid() }),
  'select id from organization_erasures where organization_id = $id and finished_at is null',
)

/** Locks the organization until the commit. @throws not-found */
async function lockedTenant(scope: PlatformScope, id: string): Promise<Tenant> {
  const tenant = await TenantModel.query(scope.trx).findById(id).forNoKeyUpdate()
  if (!tenant) throw notFound('Organization')
  const [erasure] = await scope.rows(existsErasure, { id })
  if (erasure) throw new AppError('tenants.being-erased', 409, 'This organization is being erased')
  return tenant
}

/**
 * Changes the given fields. A new subdomain ends the organization's sessions, since cookies belong to one host. The
 * former contact address is notified.
 * @throws conflict at `subdomain` when it is taken; outdated 409 when `updatedAt` is not the present one; with
 *   `movesAdmin` invalid there where no admin signs in with the present contact address, conflict at `adminEmail` where
 *   another user has the new one, at `words` without a reason, identity.confirm 403
 */
export async function updateOrganization(
  scope: PlatformScope,
  id: string,
  { updatedAt, movesAdmin, words, ...change }: z.output<typeof organizationChange>,
  changeUser: ChangeUser,
): Promise<Organization> {
  const tenant = await lockedTenant(scope, id)
  refuseOutdated('this organization', tenant.updatedAt, updatedAt)
  const { before, after } = changedFields<Tenant>(tenant, change)
  if (Object.keys(after).length === 0) return organizationById(scope, id)
  if (after.adminEmail && movesAdmin) await moveAdmin(scope, tenant, { email: after.adminEmail, words }, changeUser)
  const columns = { ...after, ...(after.status ? suspensionColumns(tenant, after.status, null) : {}) }
  await write(scope, tenant, columns)
  await record(scope, {
    action: 'tenant.updated',
    category: 'account',
    description: `Changed the organization ${tenant.name}`,
    resource: 'tenant',
    resourceId: id,
    tenantId: id,
    before,
    after,
  })
  if (after.adminEmail) await mailContactChanged(scope, tenant, { signsIn: movesAdmin === true })
  if (after.status) await announceStatus(scope, { ...tenant, ...after }, tenant.status, null)
  if (after.subdomain) await scope.core.sessions.endOfTenant(scope, id)
  return organizationById(scope, id)
}

/**
 * Keeps all users of the organization out: ends their sessions on every node at once, pauses jobs, notifies the admin.
 * @throws tenants.suspended 409 when it is suspended already
 */
export async function suspendOrganization(scope: PlatformScope, id: string, reason: string): Promise<Organization> {
  const tenant = await lockedTenant(scope, id)
  if (tenant.status === 'suspended') {
    throw new AppError('tenants.suspended', 409, 'This organization is suspended already')
  }
  await write(scope, tenant, { status: 'suspended', ...suspensionColumns(tenant, 'suspended', reason) })
  await record(scope, {
    action: 'tenant.suspended',
    category: 'security',
    severity: 'warning',
    description: `Suspended the organization ${tenant.name}: ${reason}`,
    resource: 'tenant',
    resourceId: id,
    tenantId: id,
    before: { status: tenant.status },
    after: { status: 'suspended', suspensionReason: reason },
  })
  await announceStatus(scope, { ...tenant, status: 'suspended' }, tenant.status, reason)
  return organizationById(scope, id)
}

/**
 * Gives a suspended organization the status from before; no user was changed meanwhile.
 * @throws tenants.not-suspended 409
 */
export async function resumeOrganization(scope: PlatformScope, id: string): Promise<Organization> {
  const tenant = await lockedTenant(scope, id)
  if (tenant.status !== 'suspended') {
    throw new AppError('tenants.not-suspended', 409, 'This organization is not suspended')
  }
  const status = tenant.statusBeforeSuspension ?? 'active'
  await write(scope, tenant, { status, ...suspensionColumns(tenant, status, null) })
  await record(scope, {
    action: 'tenant.resumed',
    category: 'security',
    description: `Resumed the organization ${tenant.name}`,
    resource: 'tenant',
    resourceId: id,
    tenantId: id,
    before: { status: 'suspended', suspensionReason: tenant.suspensionReason },
    after: { status },
  })
  await announceStatus(scope, { ...tenant, status }, 'suspended', null)
  return organizationById(scope, id)
}

const selectAdmin = statement(
  z.object({ id: z.uuid() }),
  `select id from users where tenant_id = $tenantId and role = 'tenant_admin' and is_active and email = $email`,
)

/** Gives the admin who signs in with the contact address the new one. */
async function moveAdmin(
  scope: PlatformScope,
  { id: tenantId, adminEmail }: Tenant,
  change: { email: string; words: string | undefined },
  changeUser: ChangeUser,
): Promise<void> {
  const [admin] = await scope.rows(selectAdmin, { tenantId, email: adminEmail })
  if (!admin) throw invalidField('movesAdmin', `No admin signs in with ${adminEmail}`)
  await changeUser(scope, admin.id, change).catch((error: unknown) => {
    const taken = error instanceof AppError ? error.fields?.['email'] : undefined
    throw taken ? conflict('adminEmail', taken) : error
  })
}

function suspensionColumns(before: Tenant, next: TenantStatus, reason: string | null): PartialModelObject<TenantModel> {
  return next === 'suspended' && before.status !== 'suspended'
    ? { statusBeforeSuspension: before.status, suspensionReason: reason }
    : { statusBeforeSuspension: null, suspensionReason: null }
}

async function write(
  scope: PlatformScope,
  { id, updatedAt: present }: Tenant,
  columns: PartialModelObject<TenantModel>,
): Promise<void> {
  const updatedAt = nextVersion(scope.core.clock, present)
  await scope
    .savepoint(async () => {
      await TenantModel.query(scope.trx)
        .findById(id)
        .patch({ ...columns, updatedAt })
    })
    .catch((error: unknown) => {
      throw violatedUnique(error) === 'tenants_subdomain_key' ? subdomainTaken() : error
    })
  await scope.core.invalidations.announce(scope, 'tenant', id)
}

/** Notifies sessions, listeners and the admin of a new status; `active` and `trial` count as the same. */
async function announceStatus(
  scope: PlatformScope,
  tenant: Tenant,
  before: TenantStatus,
  reason: string | null,
): Promise<void> {
  const { id, status } = tenant
  const wasOpen = openTenantStatuses.has(before)
  if (status === 'active' || status === 'trial') {
    if (wasOpen) return
    await emit(scope, organizationResumed, { tenantId: id, status }, id)
  } else {
    await scope.core.sessions.endOfTenant(scope, id)
    if (wasOpen) await emit(scope, organizationSuspended, { tenantId: id, status, reason })
  }
  await mailStatus(scope, tenant, status, reason)
}
