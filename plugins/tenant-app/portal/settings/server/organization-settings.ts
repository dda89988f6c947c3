import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { requireEntitlement } from '#core/server/entitlements.ts'
import { invalidField, notFound } from '#core/server/errors.ts'
import { deleteUnusedImage, hasImage } from '#core/server/files/unused-images.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { moveToZone } from '../../../scheduling/series/server/zone-change.ts'
import { lockSchedule } from '../../../scheduling/sessions/server/schedule-sessions.ts'
import { mailContactChanged } from './emails.ts'
import type { OrganizationSettings, OrganizationSettingsChange } from '../contract.ts'

type Row = Pick<TenantModel, 'name' | 'adminEmail' | 'timeZone' | 'timeZoneConfirmedAt' | 'branding' | 'updatedAt'>

type Decided = Omit<OrganizationSettings, 'updatedAt' | 'isTimeZoneConfirmed'>

function view({ name, adminEmail, timeZone, timeZoneConfirmedAt, branding, updatedAt }: Row): OrganizationSettings {
  const { accentColor, logoUrl } = branding
  return {
    name,
    contactEmail: adminEmail,
    timeZone,
    isTimeZoneConfirmed: timeZoneConfirmedAt !== null,
    accentColor: typeof accentColor === 'string' ? accentColor : null,
    logoUrl: typeof logoUrl === 'string' ? logoUrl : null,
    updatedAt,
  }
}

async function rowOf(scope: TenantScope, { isLocked }: { isLocked: boolean }): Promise<Row> {
  const query = TenantModel.query(scope.trx).findById(scope.tenantId)
  const row = await (isLocked ? query.forNoKeyUpdate() : query)
  if (!row) throw notFound('Organization')
  return row
}

export async function getOrganizationSettings(scope: TenantScope): Promise<OrganizationSettings> {
  return view(await rowOf(scope, { isLocked: false }))
}

/**
 * Changes the given fields; other branding stays. Deletes a replaced or removed logo. With a new zone upcoming sessions keep
 * their local time, or by `sessionTimes` their instants. Notifies the former contact address.
 * @throws outdated 409 when `updatedAt` differs; plan.lacks 403 for new branding; invalid at `logoUrl` when the image is not
 *   the organization's own
 */
export async function updateOrganizationSettings(
  scope: TenantScope,
  { updatedAt, sessionTimes = 'local-time', ...change }: OrganizationSettingsChange,
): Promise<OrganizationSettings> {
  // Locks in the order of scheduling: the schedule before the organization.
  if (change.timeZone !== undefined) await lockSchedule(scope)
  const row = await rowOf(scope, { isLocked: true })
  const { updatedAt: present, isTimeZoneConfirmed, ...former } = view(row)
  refuseOutdated('these settings', present, updatedAt)
  // The zone that stays is confirmed by what sends it, too.
  const isConfirmed = change.timeZone !== undefined || isTimeZoneConfirmed
  const { before, after } = changedFields<Decided>(former, change)
  if (Object.keys(after).length === 0 && isConfirmed === isTimeZoneConfirmed) return view(row)
  if (after.accentColor || after.logoUrl) await requireEntitlement(scope, 'branding')
  // Row-level security hides the images of other organizations.
  if (after.logoUrl && !(await hasImage(scope, after.logoUrl))) throw invalidField('logoUrl', 'Upload the logo here')
  const next: Decided = { ...former, ...after }
  const now = nextVersion(scope.core.clock, present)
  await TenantModel.query(scope.trx)
    .findById(scope.tenantId)
    .patch({
      name: next.name,
      adminEmail: next.contactEmail,
      timeZone: next.timeZone,
      timeZoneConfirmedAt: isConfirmed ? (row.timeZoneConfirmedAt ?? now) : null,
      branding: brandingOf(row, next),
      updatedAt: now,
    })
  const moved =
    after.timeZone && sessionTimes === 'local-time' ? await moveToZone(scope, former.timeZone, after.timeZone) : 0
  await record(scope, {
    action: 'tenant.settings-updated',
    category: 'account',
    description: 'Changed the settings of the organization',
    resource: 'tenant',
    resourceId: scope.tenantId,
    before,
    after,
    ...(after.timeZone ? { metadata: { sessionTimes, movedSessions: moved } } : {}),
  })
  if (after.contactEmail) await mailContactChanged(scope, former)
  if (after.logoUrl !== undefined && former.logoUrl !== null) await deleteUnusedImage(scope, former.logoUrl)
  await scope.core.invalidations.announce(scope, 'tenant', scope.tenantId)
  return { ...next, isTimeZoneConfirmed: isConfirmed, updatedAt: now }
}

/** Returns the branding without removed values; other plugins' values stay. */
function brandingOf({ branding }: Row, { accentColor, logoUrl }: Decided): Record<string, unknown> {
  const next = { ...branding, accentColor: accentColor ?? undefined, logoUrl: logoUrl ?? undefined }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
}
