import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, invalidField } from '#core/server/errors.ts'
import { listWithSecondFactor } from '#core/server/identity/second-factor/list-with-second-factor.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import type { SafeguardingChange, SafeguardingSettings } from '../contract.ts'

const leadRow = z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() })

const selectLeads = statement(
  leadRow,
  `select u.id, u.first_name || ' ' || u.last_name as name, u.email
    from safeguarding_leads l join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where u.is_active and u.role in ('tenant_admin', 'instructor') order by u.first_name, u.last_name, u.id`,
)

// Includes deactivated leads, so that these too are notified of their removal.
const selectNamed = statement(
  leadRow,
  `select u.id, u.first_name || ' ' || u.last_name as name, u.email
    from safeguarding_leads l join users u on u.tenant_id = l.tenant_id and u.id = l.user_id order by u.id`,
)

const selectContact = statement(
  z.object({ outsideContact: z.string() }),
  'select outside_contact as "outsideContact" from safeguarding_settings',
)

// The tables' policies check this setting, and that the user is one of the organization's staff.
const setConcernsReader = statement(`select set_config('app.concerns_by', $by, true)`)

/** Opens concerns to the transaction in the name of a member of staff. */
export const openConcernsAs = (scope: TenantScope, by: string) => scope.rows(setConcernsReader, { by })

/**
 * Returns the caller, who must be staff, and opens concerns to the transaction in the caller's name.
 * @throws forbidden, for super admins too: platform staff take no part in safeguarding
 */
export async function requireStaff(scope: TenantScope): Promise<{ id: string; name: string }> {
  const { user } = scope.actor
  if (user?.role !== 'tenant_admin' && user?.role !== 'instructor') throw forbidden()
  await openConcernsAs(scope, user.id)
  return user
}

/** Lists the leads who can read a concern: those with two-step verification, except the one whom it is about. */
export async function listReaders(scope: TenantScope, aboutUserId: string | null): Promise<z.infer<typeof leadRow>[]> {
  const leads = await scope.rows(selectLeads)
  const verified = await listWithSecondFactor(
    scope,
    leads.map(({ id }) => id),
  )
  return leads.filter(({ id }) => verified.has(id) && id !== aboutUserId)
}

/** @throws forbidden for callers other than safeguarding leads with two-step verification */
export async function requireLead(scope: TenantScope): Promise<{ id: string; name: string }> {
  const user = await requireStaff(scope)
  const leads = await scope.rows(selectLeads)
  if (!leads.some(({ id }) => id === user.id)) throw forbidden('Safeguarding leads alone read concerns')
  if (!(await listWithSecondFactor(scope, [user.id])).has(user.id)) {
    throw forbidden('Set up two-step verification to read concerns')
  }
  return user
}

export async function outsideContactOf(scope: TenantScope): Promise<string> {
  const [found] = await scope.rows(selectContact)
  return found?.outsideContact ?? ''
}

/** @throws forbidden for callers other than staff */
export async function getSafeguarding(scope: TenantScope): Promise<SafeguardingSettings> {
  const user = await requireStaff(scope)
  const leads = await scope.rows(selectLeads)
  const verified = await listWithSecondFactor(
    scope,
    leads.map(({ id }) => id),
  )
  return {
    leads: leads.map(({ id, name }) => ({ id, name, hasSecondFactor: verified.has(id) })),
    outsideContact: await outsideContactOf(scope),
    isOn: verified.size > 0,
    isLead: verified.has(user.id),
  }
}

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.safeguarding:' || $tenantId, 0))`)

const selectCandidates = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from users where tenant_id = $tenantId and id = any($leadIds::uuid[])
    and is_active and role in ('tenant_admin', 'instructor')`,
)
const deleteLeads = statement('delete from safeguarding_leads where not (user_id = any($leadIds::uuid[]))')
const insertLeads = statement(
  `insert into safeguarding_leads (user_id, named_at) select id, $now from unnest($leadIds::uuid[]) l (id)
    on conflict do nothing`,
)
const upsertContact = statement(
  `insert into safeguarding_settings (outside_contact, updated_at) values ($outsideContact, $now)
    on conflict (tenant_id) do update set outside_contact = excluded.outside_contact, updated_at = excluded.updated_at`,
)

/** Sets the leads. Notifies former and new ones. @throws forbidden, invalid at `leadIds` */
export async function updateSafeguarding(
  scope: TenantScope,
  { leadIds, outsideContact }: SafeguardingChange,
): Promise<SafeguardingSettings> {
  await requireStaff(scope)
  const { tenantId } = scope
  await scope.rows(lock, { tenantId })
  const before = await getSafeguarding(scope)
  const formerLeads = await scope.rows(selectNamed)
  const formerIds = formerLeads.map(({ id }) => id)
  const isSame = formerIds.toSorted().join() === leadIds.toSorted().join()
  if (isSame && before.outsideContact === outsideContact) return before
  const candidates = await scope.rows(selectCandidates, { tenantId, leadIds })
  if (candidates.length < new Set(leadIds).size) throw invalidField('leadIds', 'Choose active staff')
  const verified = await listWithSecondFactor(scope, leadIds)
  const lacking = candidates.find(({ id }) => !verified.has(id) && !formerIds.includes(id))
  if (lacking) throw invalidField('leadIds', `${lacking.name} has to set up two-step verification first`)
  const now = scope.core.clock.now()
  await scope.rows(deleteLeads, { leadIds })
  await scope.rows(insertLeads, { leadIds, now })
  await scope.rows(upsertContact, { outsideContact, now })
  await record(scope, {
    action: 'safeguarding.settings-updated',
    category: 'security',
    severity: 'warning',
    description: 'Changed the safeguarding leads or the contact outside',
    resource: 'tenant',
    resourceId: tenantId,
    metadata: { leads: leadIds.map((id) => referTo('user', id)) },
  })
  if (!isSame) await mailLeads(scope, formerLeads)
  return getSafeguarding(scope)
}

const selectOrganization = statement(
  z.object({ name: z.string(), subdomain: z.string() }),
  'select name, subdomain from tenants where id = $tenantId',
)

async function mailLeads(scope: TenantScope, former: readonly z.infer<typeof leadRow>[]): Promise<void> {
  const leads = await scope.rows(selectLeads)
  const [organization] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  const { name = '', subdomain = null } = organization ?? {}
  const readers = new Set([...former, ...leads].flatMap(({ email }) => email ?? []))
  await sendMails(
    scope,
    [...readers].map((to) => ({
      to,
      subject: `Safeguarding leads of ${name} have changed`.slice(0, 200),
      body: [
        line`Hello,`,
        line`${scope.actor.user?.name ?? 'An admin'} has changed who the safeguarding leads of ${name} are. See them here:`,
        link(scope.core.env, subdomain, '/org-settings?tab=safeguarding'),
        line`If you did not expect this, talk to ${name} at once.`,
      ],
    })),
  )
}

/** Asks leads to read a new record, without naming its content or child. */
export async function mailNewRecord(scope: TenantScope, readers: readonly z.infer<typeof leadRow>[]): Promise<void> {
  const [organization] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  const { name = '', subdomain = null } = organization ?? {}
  await sendMails(
    scope,
    readers.flatMap(({ email }) =>
      email === null
        ? []
        : [
            {
              to: email,
              subject: `Please sign in to ${name}`.slice(0, 200),
              body: [
                line`Hello,`,
                line`Something new waits for you as a safeguarding lead of ${name}:`,
                link(scope.core.env, subdomain, '/concerns'),
              ],
            },
          ],
    ),
  )
}
