import type { z } from 'zod'
import { openTenantStatuses } from '#core/contract/tenancy.ts'
import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { conflict, invalidField, violatedUnique } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import type { HashedPassword, IssuedPassword } from '#core/server/identity/passwords.ts'
import { createUser } from '#core/server/identity/users.ts'
import { refuseFullPlan } from '#core/server/plan-places.ts'
import type { BillingServices } from '#plugins/billing/plugin.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { plans, type CreatedOrganization, type newOrganization } from '../contract.ts'
import { organizationCreated } from './events.ts'
import { mailCredentials, mailWelcome } from '../../shared/server/emails.ts'
import { organizationById } from './organization-list.ts'
import { freeSubdomain } from './subdomains.ts'

/** User who registered with a password, and still has to verify the address. */
interface Registrant extends HashedPassword {
  firstName: string
  lastName: string
  /** Can sign in already. */
  isWelcomed: boolean
}

interface NewOrganization extends z.output<typeof newOrganization> {
  /** User who registered, or the temporary password that the admin gets by email. */
  admin: Registrant | IssuedPassword
}

export interface OrganizationWithAdmin {
  organization: CreatedOrganization
  adminUserId: string
}

/**
 * Creates the organization, its subscription where there is billing, and its admin, and emails the credentials, all or
 * nothing.
 * @throws conflict at `subdomain` when the one that was asked for is taken; invalid at `plan` when there is no active
 *   plan of that name; tenants.plan-full 409 at `plan` when `maxTenantsPerPlan` of the global settings is reached
 */
export async function createOrganization(
  scope: PlatformScope,
  input: NewOrganization,
  billing: BillingServices | undefined,
): Promise<OrganizationWithAdmin> {
  const { core } = scope
  if (!billing && !plans.some((plan) => plan === input.plan)) throw invalidField('plan', 'Please select a plan')
  const { id, subdomain } = await insertTenant(scope, input)
  await billing?.createSubscription(scope, { tenantId: id, plan: input.plan })
  const temporary = 'isWelcomed' in input.admin ? undefined : input.admin
  const registrant = 'isWelcomed' in input.admin ? input.admin : undefined
  const admin = await createUser(scope, {
    tenantId: id,
    email: input.adminEmail,
    firstName: registrant?.firstName ?? 'Organization',
    lastName: registrant?.lastName ?? 'Admin',
    role: 'tenant_admin',
    password: { hash: input.admin.hash },
    temporary: !registrant,
    mustGiveName: !registrant,
    emailVerified: !registrant,
  })
  // Counted after the insert.
  await refuseFullPlan(scope, input.plan, { adding: 0, field: 'plan' })
  const recipient = { email: input.adminEmail, tenantId: id, tenantName: input.name, subdomain }
  if (temporary) await mailCredentials(scope, recipient, temporary.password, 'organization-created')
  else if (registrant?.isWelcomed) await mailWelcome(scope, recipient)
  const { name, plan, status, adminEmail } = input
  await record(scope, {
    action: registrant ? 'tenant.registered' : 'tenant.created',
    category: 'account',
    description: `Created the organization ${name}`,
    resource: 'tenant',
    resourceId: id,
    tenantId: id,
    after: { name, subdomain, adminEmail, plan, status },
    metadata: { adminUserId: admin.id },
  })
  await emit(
    scope,
    organizationCreated,
    { tenantId: id, name, plan, status, adminUserId: admin.id, adminEmail },
    openTenantStatuses.has(status) ? id : undefined,
  )
  // Nodes may have cached this subdomain as unused.
  await core.invalidations.announce(scope, 'tenant', id)
  return {
    adminUserId: admin.id,
    organization: {
      ...(await organizationById(scope, id)),
      ...(temporary && { adminCredentials: { email: adminEmail, tempPassword: temporary.password } }),
    },
  }
}

async function insertTenant(scope: PlatformScope, input: NewOrganization): Promise<{ id: string; subdomain: string }> {
  const now = scope.core.clock.now().toISOString()
  const subdomain = input.subdomain ?? (await freeSubdomain(scope, input.name))
  const insert = async () => {
    const { id } = await TenantModel.query(scope.trx).insert({
      name: input.name,
      subdomain,
      adminEmail: input.adminEmail,
      plan: input.plan,
      status: input.status,
      statusBeforeSuspension: input.status === 'suspended' ? 'active' : null,
      branding: input.branding,
      settings: input.settings,
      createdAt: now,
      updatedAt: now,
    })
    return { id, subdomain }
  }
  try {
    return await scope.savepoint(insert)
  } catch (error) {
    if (violatedUnique(error) !== 'tenants_subdomain_key') throw error
    if (input.subdomain) throw subdomainTaken()
    // A concurrent insert took the generated one; it is visible now that this insert has waited for its commit.
    return insertTenant(scope, input)
  }
}

export const subdomainTaken = () => conflict('subdomain', 'This subdomain is taken')
