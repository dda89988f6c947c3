import type { TenantScope } from '#core/server/core.ts'
import { callerOf, rowPolicy, type RowPolicy } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../base/families/server/policies.ts'
import { instructedSessions } from '../../base/people/server/meeting-instructors.ts'
import { withoutConsentQuery, type Among } from './consents.ts'

const mayShow = 'l.may_see and not l.is_restricted'

/** True where the caller belongs to a present family: with an active child whom the caller may see. */
const isOfFamily = {
  parent: `exists (select from parent_students l join students s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.parent_id = $caller and ${mayShow} and s.is_active)`,
  student: 'exists (select from students where user_id = $caller and is_active)',
}

/** True where the file shows a child whom the guardian may not see; such files are hidden from the guardian. */
const isBarred = {
  parent: `exists (select from parent_students l join media_students t on t.tenant_id = l.tenant_id
    and t.student_id = l.student_id where l.parent_id = $caller and not (${mayShow}) and t.media_id = m.id)`,
  student: 'false',
}

/**
 * Selects shared media that may be shown: staff have tagged their children, and each of them may be shown. A former family
 * keeps media with its own child.
 */
const sharedWith = (viewer: 'parent' | 'student', among: Among) =>
  `select m.id from media m where ${among('m.id')} and m.is_public and m.deleted_at is null
    and (m.shows_nobody or exists (select from media_students t where t.tenant_id = m.tenant_id and t.media_id = m.id))
    and m.id not in (${withoutConsentQuery(among)})
    and (${isOfFamily[viewer]} or exists (select from media_students t where t.tenant_id = m.tenant_id
      and t.media_id = m.id and ${seenStudents(viewer, 't.student_id')}))
    and not ${isBarred[viewer]}` as const

/**
 * Media: admins see all, instructors those of sessions that they lead, families shared ones. Staff also see deleted files,
 * which they can restore. Statements take `sightOf(scope)`.
 * @param among the queried media, so that only their consents are read
 */
const seenMediaAmong = (among: Among): RowPolicy =>
  rowPolicy({
    superadmin: 'all',
    tenant_admin: 'all',
    instructor: `select id from media where ${instructedSessions('instructor', 'session_id')}`,
    parent: sharedWith('parent', among),
    student: sharedWith('student', among),
  })

/** Policy of lists. */
export const seenMedia = seenMediaAmong(
  (column) => `${column} in (select id from media where is_public and deleted_at is null)`,
)

/** Policy of one file with the id `$id`. */
export const seenOne = seenMediaAmong((column) => `${column} = $id`)

/** Parameters of the policies. */
export const sightOf = (scope: TenantScope) => ({
  ...callerOf(scope),
  now: scope.core.clock.now(),
  tenantId: scope.tenantId,
})
