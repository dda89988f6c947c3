import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { mailVerification } from '#core/server/identity/email-verification.ts'
import { accountById } from '#core/server/identity/users.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import type { BillingServices } from '#plugins/billing/plugin.ts'
import { mailDeletionAhead } from '../../shared/server/emails.ts'

/** Days after which a self-registered organization with an unverified address is deleted. */
const UNVERIFIED_DAYS = 7
/** Minimum days between the announcing email and the deletion. */
const NOTICE_DAYS = 2

const DAY_MS = 86_400_000

const unverified = z.object({
  tenantId: z.string(),
  userId: z.string(),
  name: z.string(),
  subdomain: z.string(),
  email: z.string(),
})
type Unverified = z.infer<typeof unverified>

/**
 * Selects organizations without a verified address and without a sign-in after the day of registration: one that
 * is used is never deleted, even where the settings let people in unproven.
 */
const unproven = `
  select r.tenant_id as "tenantId", r.user_id as "userId", t.name, t.subdomain, u.email
    from registrations r join tenants t on t.id = r.tenant_id join users u on u.id = r.user_id
   where r.registered_at <= $registeredBy
     and not exists (select from users x where x.tenant_id = r.tenant_id and
                       (x.email_verified_at is not null or x.last_login_at > r.registered_at + interval '1 day'))
     and not exists (select from auth_sessions s where s.tenant_id = r.tenant_id)`

/**
 * Statements for all unverified organizations that meet a condition, and for one of them again, locked unless another
 * transaction has it.
 */
const unprovenAnd = (condition: string) => ({
  found: statement(unverified, `${unproven} and ${condition}`),
  again: statement(
    unverified,
    `${unproven} and ${condition} and r.user_id = $userId for update of r, t, u skip locked`,
  ),
})

const toWarn = unprovenAnd('r.warned_at is null')

// An email that is still pending or held has not reached its recipient.
const toRemove = unprovenAnd(`r.warned_at <= $warnedBy
       and exists (select from mail_messages m where m.id = r.warning_id and m.status in ('sent', 'failed'))`)

/** Notifies unverified organizations of their deletion, and deletes those notified earlier, one by one. */
async function removeUnverified(core: Core, billing: BillingServices | undefined): Promise<void> {
  const daysAgo = (days: number) => new Date(core.clock.now().getTime() - days * DAY_MS).toISOString()
  await eachUnverified(core, toWarn, { registeredBy: daysAgo(UNVERIFIED_DAYS - NOTICE_DAYS) }, warn)
  await eachUnverified(
    core,
    toRemove,
    { registeredBy: daysAgo(UNVERIFIED_DAYS), warnedBy: daysAgo(NOTICE_DAYS) },
    (scope, organization) => remove(scope, organization, billing),
  )
}

/** Deletes each in its own transaction, after a second check under a lock against verification and concurrent runs. */
async function eachUnverified(
  core: Core,
  { found, again }: ReturnType<typeof unprovenAnd>,
  values: Readonly<Record<string, string>>,
  act: (scope: PlatformScope, organization: Unverified) => Promise<void>,
): Promise<void> {
  const all = await core.db.platform(systemActor, ({ rows }) => rows(found, values))
  for (const { userId } of all) {
    await core.db.platform(systemActor, async (scope) => {
      const [organization] = await scope.rows(again, { ...values, userId })
      if (organization) await act(scope, organization)
    })
  }
}

async function warn(scope: PlatformScope, organization: Unverified): Promise<void> {
  const { tenantId, userId, name } = organization
  const now = scope.core.clock.now()
  const warningId = await mailDeletionAhead(
    scope,
    organization,
    new Date(now.getTime() + NOTICE_DAYS * DAY_MS).toISOString(),
  )
  await scope.trx('registrations').where({ userId }).update({ warnedAt: now.toISOString(), warningId })
  const account = await accountById(scope, userId)
  if (account) await mailVerification(scope, account)
  await record(scope, {
    action: 'tenant.deletion-announced',
    category: 'account',
    description: `Notified the unverified organization ${name} that it is going to be deleted`,
    resource: 'tenant',
    resourceId: tenantId,
    tenantId,
  })
}

/** All data of the organization is deleted with its row, except queued jobs, which are deleted first. */
async function remove(
  scope: PlatformScope,
  { tenantId, name, subdomain }: Unverified,
  billing: BillingServices | undefined,
): Promise<void> {
  if (await billing?.hasInvoices(scope, tenantId)) return
  await scope.core.jobs.forgetTenant(scope, tenantId)
  await scope.trx('tenants').where({ id: tenantId }).delete()
  await scope.core.invalidations.announce(scope, 'tenant', tenantId)
  await record(scope, {
    action: 'tenant.deleted',
    category: 'account',
    severity: 'warning',
    description: `Deleted the organization ${name}: its address was not verified for ${UNVERIFIED_DAYS} days`,
    resource: 'tenant',
    resourceId: tenantId,
    // The organization's own log is deleted with it; this entry stays readable for super admins.
    tenantId: null,
    before: { name, subdomain },
  })
}

export const removeUnverifiedJob = (billing: BillingServices | undefined) =>
  defineJob({
    name: 'tenants.remove-unverified',
    scope: 'none',
    payload: z.object({}),
    schedule: { cron: '41 5 * * *', tz: 'UTC' },
    run: (core) => removeUnverified(core, billing),
  })
