import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { isMemberOn } from '../../../base/groups/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'

const livePlaces = `session_participants p where p.session_id = any($sessionIds::uuid[])
  and p.student_id = any($studentIds::uuid[]) and p.status in ('registered', 'waitlisted')`

// Older places, and those from guardians or imports, have no reason yet: the student's own registration is the reason.
const insertOwnReasons = statement(
  `insert into place_reasons (session_id, student_id, group_id, created_at)
    select p.session_id, p.student_id, null, $now from ${livePlaces} and not exists (select from place_reasons r
      where r.tenant_id = p.tenant_id and r.session_id = p.session_id and r.student_id = p.student_id)
    on conflict do nothing`,
)

const insertReasons = statement(
  `insert into place_reasons (session_id, student_id, group_id, created_at)
    select p.session_id, p.student_id, (select m.group_id from group_members m where m.tenant_id = p.tenant_id
        and m.group_id = $groupId::uuid and m.student_id = p.student_id and ${isMemberOn('m', '$today::date')} limit 1),
      $now
    from ${livePlaces} on conflict do nothing`,
)

/**
 * Gives places and saves the reasons: the group for its members of today, null for other students. A student with a place gets
 * another reason. The caller has locked the sessions.
 */
export async function keepReasons<Answer>(
  scope: TenantScope,
  {
    sessionIds,
    studentIds,
    groupId,
  }: { sessionIds: readonly string[]; studentIds: readonly string[]; groupId: string | null },
  give: () => Promise<Answer>,
): Promise<Answer> {
  const values = { sessionIds, studentIds, now: scope.core.clock.now() }
  await scope.rows(insertOwnReasons, values)
  const answer = await give()
  await scope.rows(insertReasons, { ...values, groupId, today: await getLocalDay(scope) })
  return answer
}

const upcomingOfGroup = `sessions s where s.status = 'scheduled' and s.start_date > $now and exists (
  select from place_reasons r join session_participants p on p.tenant_id = r.tenant_id and p.session_id = r.session_id
      and p.student_id = r.student_id and p.status in ('registered', 'waitlisted')
    where r.tenant_id = s.tenant_id and r.session_id = s.id and r.group_id = $groupId)`

const lockGroupSessions = statement(
  z.object({ id: z.uuid() }),
  `select s.id from ${upcomingOfGroup} order by s.id for no key update`,
)

/** Locks the upcoming sessions that a group is registered for. @returns their ids */
export async function lockUpcoming(scope: TenantScope, groupId: string): Promise<string[]> {
  const found = await scope.rows(lockGroupSessions, { groupId, now: scope.core.clock.now() })
  return found.map(({ id }) => id)
}

const countUpcomingSessions = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from ${upcomingOfGroup}`,
)

// True for a student's place with no other reason.
const isHeldByGroupAlone = `p.student_id = $studentId and p.status in ('registered', 'waitlisted')
  and exists (select from place_reasons r where r.tenant_id = p.tenant_id and r.session_id = p.session_id
    and r.student_id = p.student_id and r.group_id = $groupId)
  and not exists (select from place_reasons r where r.tenant_id = p.tenant_id and r.session_id = p.session_id
    and r.student_id = p.student_id and r.group_id is distinct from $groupId::uuid)`

const selectPlacesOfGroup = statement(
  z.object({ sessionId: z.uuid() }),
  `select p.session_id as "sessionId" from session_participants p join sessions s on s.tenant_id = p.tenant_id
      and s.id = p.session_id and s.status = 'scheduled' and s.start_date > $now
    where ${isHeldByGroupAlone} order by p.session_id`,
)

/** Lists upcoming sessions where a group is the only reason for a student's place. */
export async function listHeldByGroup(scope: TenantScope, groupId: string, studentId: string): Promise<string[]> {
  const found = await scope.rows(selectPlacesOfGroup, { groupId, studentId, now: scope.core.clock.now() })
  return found.map(({ sessionId }) => sessionId)
}

/** Counts the upcoming sessions that a group is registered for. */
export async function countUpcoming(scope: TenantScope, groupId: string): Promise<number> {
  const [found] = await scope.rows(countUpcomingSessions, { groupId, now: scope.core.clock.now() })
  return found?.count ?? 0
}

const deleteReasonsOfGroup = statement(
  `delete from place_reasons r using sessions s where s.tenant_id = r.tenant_id and s.id = r.session_id
    and s.status = 'scheduled' and s.start_date > $now and r.group_id = $groupId and r.student_id = $studentId`,
)

/** Removes a group from the reasons of a student's places in upcoming sessions. */
export async function dropGroupReasons(scope: TenantScope, groupId: string, studentId: string): Promise<void> {
  await scope.rows(deleteReasonsOfGroup, { groupId, studentId, now: scope.core.clock.now() })
}
