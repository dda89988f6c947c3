import { deviceName } from '#core/contract/device-name.ts'
import type { Role } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, invalidField } from '#core/server/errors.ts'
import type { ViewedKind, ViewReason } from '../contract.ts'
import { LedgerEntryModel } from './ledger-entry.ts'
import { notifyAdmins } from './emails.ts'

export interface View {
  /** Student of this organization whom the caller may see, as checked before. null for `personId` alone. */
  studentId: string | null
  /** User of the organization, for data of an account or an action about one; none by default. */
  personId?: string
  what: ViewedKind
  reason: ViewReason
  /** True if the caller created the right to look within the day before; false by default. */
  isSelfArranged?: boolean
}

/**
 * Records that the caller views data which opens on request only, in the transaction that reads it. Guardians leave no entry,
 * which the other guardians could read. Notifies the organization's admins of a super admin's view.
 * @throws invalid at `reason` or `words` where the caller owes a reason; forbidden for students and callers who are not signed
 *   in
 */
export async function recordView(
  scope: TenantScope,
  { studentId, personId, what, reason, isSelfArranged = false }: View,
): Promise<void> {
  const { user } = scope.actor
  if (!user || user.role === 'student') throw forbidden()
  if (user.role === 'parent') return
  if (user.role === 'instructor' && (what === 'health' || what === 'emergency')) checkChosen(reason)
  if (user.role === 'superadmin' && reason.words === '') {
    throw invalidField('words', 'Write why you need to see this')
  }
  await LedgerEntryModel.query(scope.trx).insert({
    studentId,
    personId: personId ?? null,
    viewerId: user.id,
    viewerName: user.name,
    viewerRole: user.role,
    what,
    ...reason,
    isSelfArranged,
    viewedAt: scope.core.clock.now().toISOString(),
    deviceId: null,
    viewedOn: null,
  })
  if (user.role === 'superadmin') await notifyAdmins(scope, { viewerName: user.name, studentId, personId, what })
}

const insertAlertViews = statement(`insert into access_ledger
    (student_id, viewer_id, viewer_name, viewer_role, what, words, viewed_at, device_id, viewed_on)
  select one, $viewerId::uuid, $viewerName, $role, 'alert', $device, $now, $deviceId::uuid, $today::date
    from unnest($studentIds::uuid[]) one
    -- Inserts in the order of ids, so that two screens of a device cannot deadlock.
    order by one
    on conflict (tenant_id, student_id, viewer_id, device_id, viewed_on) where what = 'alert' do nothing`)

/** Records that the caller saw alert lines: one entry per student, day and device, with the device's name. */
export async function recordAlertViews(
  scope: TenantScope,
  { studentIds, today }: { studentIds: readonly string[]; today: string },
): Promise<void> {
  const { user, sessionId, userAgent } = scope.actor
  if (!user || studentIds.length === 0) return
  await scope.rows(insertAlertViews, {
    studentIds,
    viewerId: user.id,
    viewerName: user.name,
    role: user.role,
    device: deviceName(userAgent ?? ''),
    deviceId: sessionId,
    today,
    now: scope.core.clock.now(),
  })
}

/** User who looked at data of a child. */
export interface Viewer {
  id: string
  name: string
  role: Role
}

const insertContactView = statement(`insert into access_ledger
    (id, student_id, viewer_id, viewer_name, viewer_role, what, reason, words, viewed_at)
  values ($id, $studentId, $viewerId, $viewerName, $role, 'emergency', 'session', 'Contacts in a roll call', $at)
    on conflict (id) do nothing`)

/**
 * Records that a device showed the contacts of a student by what it holds; a view that is sent again counts once.
 * @param viewer the caller by default
 */
export async function recordContactView(
  scope: TenantScope,
  { id, studentId, at, viewer }: { id: string; studentId: string; at: Date; viewer?: Viewer | undefined },
): Promise<void> {
  const user = viewer ?? scope.actor.user
  if (!user) throw forbidden()
  await scope.rows(insertContactView, { id, studentId, at, viewerId: user.id, viewerName: user.name, role: user.role })
}

function checkChosen({ reason, words }: ViewReason): void {
  if (reason === null) throw invalidField('reason', 'Please select a reason')
  if (reason === 'other' && words === '') throw invalidField('words', 'Write what the reason is')
}

const insertViews = statement(`insert into access_ledger
    (student_id, viewer_id, viewer_name, viewer_role, what, reason, words, viewed_at)
  select one, $viewerId::uuid, $viewerName, $role, $what, $reason, $words, $now
    from unnest($studentIds::uuid[]) one`)

interface ViewsOfMany {
  studentIds: readonly string[]
  what: ViewedKind
  /** Staff of the organization. */
  viewer: { id: string; name: string; role: 'tenant_admin' | 'instructor' }
  reason?: ViewReason['reason']
  words: string
}

/** Records views of many students at once like `recordView`, where the viewer gets their data together. */
export async function recordViewsOf(
  scope: TenantScope,
  { studentIds, what, viewer, reason = 'other', words }: ViewsOfMany,
): Promise<void> {
  if (studentIds.length === 0) return
  const now = scope.core.clock.now()
  const { id: viewerId, name: viewerName, role } = viewer
  await scope.rows(insertViews, { studentIds, what, viewerId, viewerName, role, reason, words, now })
}
