import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { isBouncing } from '../../base/people/server/people.ts'
import { isMemberOn } from '../../base/groups/server/policies.ts'
import { getLocalDay } from '../../shared/server/time-zone.ts'
import type { ConversationGuardian, ConversationOptions, Team } from '../contract.ts'
import { isInTeamOf, requireMember } from './policies.ts'

const isCurrent = `p.status = 'registered' and s.status <> 'cancelled' and s.end_date > $now::timestamptz - interval '30 days'`

/** Teams of children: what they are registered in that is not long over, and groups with staff. */
const teamsOf = `(select 'session' as kind, s.id, s.name from session_participants p join sessions s
      on s.tenant_id = p.tenant_id and s.id = p.session_id and s.series_id is null
    where p.student_id = any($studentIds::uuid[]) and ${isCurrent}
  union select 'series', r.id, max(s.name) from session_participants p join sessions s
      on s.tenant_id = p.tenant_id and s.id = p.session_id
      join session_series r on r.tenant_id = s.tenant_id and r.id = s.series_id
    where p.student_id = any($studentIds::uuid[]) and ${isCurrent} group by r.id
  union select 'group', g.id, g.name from group_members m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.student_id = any($studentIds::uuid[]) and ${isMemberOn('m', '$today::date')}
      and exists (select from group_staff f where f.tenant_id = g.tenant_id and f.group_id = g.id))`

const asTeam = `select null::uuid as student_id, current_setting('app.tenant_id')::uuid as tenant_id,
  case when t.kind = 'session' then t.id end as session_id, case when t.kind = 'series' then t.id end as series_id,
  case when t.kind = 'group' then t.id end as group_id`

const selectTeams = statement(
  z.object({ kind: z.enum(['session', 'series', 'group']), id: z.uuid(), name: z.string() }),
  `select t.kind, t.id, t.name from ${teamsOf} t
    where not $isInstructor::boolean or exists (select from (${asTeam}) c where ${isInTeamOf('$caller')})
    order by t.name, t.id limit 100`,
)

/** SQL: ids of students whom the caller teaches, in sessions that are not long over and in groups. */
const taughtStudents = `(select p.student_id from sessions s join session_participants p
      on p.tenant_id = s.tenant_id and p.session_id = s.id
    where ${isCurrent} and exists (select from (select s.tenant_id, s.id as session_id, s.series_id, null::uuid as group_id) c
      where ${isInTeamOf('$caller')})
  union select m.student_id from group_staff f join group_members m
      on m.tenant_id = f.tenant_id and m.group_id = f.group_id and ${isMemberOn('m', '$today::date')}
    where f.user_id = $caller)`

/** SQL: true where staff reach guardian link `l` by themselves: admins each one, instructors those of children whom they teach. */
const isReached = `l.may_see and not l.is_restricted
  and (not $isInstructor::boolean or l.student_id in (select r.student_id from ${taughtStudents} r))`

// An account reads it; without one, only the email about it can arrive.
const isReachable = `(u.password_hash is not null or (u.email is not null and not ${isBouncing}))`

// A general conversation is hidden from guardians who are restricted for any child, and never read by those without an account.
const isGeneralGuardian = `u.tenant_id = $tenantId and u.is_active and u.role = 'parent'
  and u.password_hash is not null
  and exists (select from parent_students l join students s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.tenant_id = u.tenant_id and l.parent_id = u.id and s.erased_at is null and ${isReached})
  and not exists (select from parent_students l where l.tenant_id = u.tenant_id and l.parent_id = u.id and l.is_restricted)`

const selectGeneralGuardians = variants({ isSearched: [true, false] }, ({ isSearched }) =>
  statement(
    z.object({ id: z.uuid(), name: z.string(), children: z.array(z.string()) }),
    `select u.id, u.first_name || ' ' || u.last_name as name,
        array(select s.first_name from parent_students l join students s on s.tenant_id = l.tenant_id and s.id = l.student_id
          where l.tenant_id = u.tenant_id and l.parent_id = u.id and s.erased_at is null and ${isReached}
          order by s.first_name, s.id) as children
      from users u where ${isGeneralGuardian} ${isSearched ? 'and u.search like (select containing($search))' : ''}
      order by u.first_name, u.last_name, u.id limit $most offset $offset`,
  ),
)

const selectGeneralGuardian = statement(
  z.object({ id: z.uuid() }),
  `select u.id from users u where u.id = $guardianId and ${isGeneralGuardian}`,
)

const selectChildrenOf = statement(
  z.object({ id: z.uuid() }),
  `select l.student_id as id from parent_students l where l.parent_id = $guardianId and l.may_see and not l.is_restricted`,
)

const selectGuardians = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select u.id, u.first_name || ' ' || u.last_name as name from parent_students l
      join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id and u.is_active and ${isReachable}
    where l.student_id = $studentId and l.may_see and not l.is_restricted order by l.contact_order, u.id`,
)

const selectChild = statement(
  z.object({ id: z.uuid() }),
  `select s.id from students s where s.id = $studentId and s.erased_at is null and ($isStaff::boolean or exists (
    select from parent_students l where l.tenant_id = s.tenant_id and l.student_id = s.id and l.parent_id = $caller
      and l.may_see and not l.is_restricted))`,
)

async function callerValues(scope: TenantScope) {
  return {
    tenantId: scope.tenantId,
    caller: requireMember(scope).id,
    isInstructor: scope.actor.user?.role === 'instructor',
    now: scope.core.clock.now(),
    today: await getLocalDay(scope),
  }
}

async function listTeams(scope: TenantScope, studentIds: readonly string[]) {
  const { tenantId: _, ...values } = await callerValues(scope)
  return scope.rows(selectTeams, { ...values, studentIds })
}

const listTeamsOfGuardian = async (scope: TenantScope, guardianId: string) =>
  listTeams(
    scope,
    (await scope.rows(selectChildrenOf, { guardianId })).map(({ id }) => id),
  )

/** @throws not-found for a child whom the caller does not see */
export async function requireChild(scope: TenantScope, studentId: string): Promise<void> {
  const { id: caller, isStaff } = requireMember(scope)
  const found = await scope.rows(selectChild, { studentId, caller, isStaff })
  if (found.length === 0) throw notFound('Student')
}

interface GuardianQuery {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists guardians to whom staff can write about no child in particular, by name. */
export async function listConversationGuardians(
  scope: TenantScope,
  { search = '', limit = 25, offset = 0 }: GuardianQuery,
): Promise<PagedAnswer<ConversationGuardian>> {
  const found = await scope.rows(selectGeneralGuardians({ isSearched: search !== '' }), {
    ...(await callerValues(scope)),
    ...(search !== '' && { search }),
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(found, { limit, offset })
}

/**
 * Lists the teams that a conversation can be with, and for staff the guardians of a child.
 * @throws not-found for a child whom the caller does not see, and for a guardian whom staff do not reach
 */
export async function getConversationOptions(
  scope: TenantScope,
  { studentId, guardianId }: { studentId?: string | undefined; guardianId?: string | undefined },
): Promise<ConversationOptions> {
  const { isStaff } = requireMember(scope)
  const admins: ConversationOptions['teams'] =
    scope.actor.user?.role === 'instructor' ? [] : [{ team: { kind: 'admins' }, name: 'Admins' }]
  const withAdmins = (found: Awaited<ReturnType<typeof listTeams>>) => [
    ...admins,
    ...found.map(({ kind, id, name }) => ({ team: { kind, id }, name })),
  ]
  if (studentId !== undefined) {
    await requireChild(scope, studentId)
    const guardians = isStaff ? await scope.rows(selectGuardians, { studentId }) : []
    return { teams: withAdmins(await listTeams(scope, [studentId])), guardians }
  }
  if (!isStaff || guardianId === undefined) return { teams: admins, guardians: [] }
  const found = await scope.rows(selectGeneralGuardian, { ...(await callerValues(scope)), guardianId })
  if (found.length === 0) throw notFound('Guardian')
  return { teams: withAdmins(await listTeamsOfGuardian(scope, guardianId)), guardians: [] }
}

/** @throws invalid at `team` */
export async function nameTeam(
  scope: TenantScope,
  team: Team,
  { studentId, guardianId }: { studentId: string | null; guardianId: string },
): Promise<string> {
  if (team.kind === 'admins') {
    if (scope.actor.user?.role === 'instructor') throw invalidField('team', 'Choose a session or group of your own')
    return ''
  }
  const { isStaff } = requireMember(scope)
  const teams =
    studentId !== null
      ? await listTeams(scope, [studentId])
      : isStaff
        ? await listTeamsOfGuardian(scope, guardianId)
        : []
  const found = teams.find(({ kind, id }) => kind === team.kind && id === team.id)
  if (found) return found.name
  throw invalidField('team', studentId === null ? 'Choose a team of this family' : 'Choose a team of this child')
}

/** @throws forbidden for guardians who write for themselves, invalid at `guardianId` */
export async function requireGuardian(scope: TenantScope, guardianId: string, studentId: string | null): Promise<void> {
  const found =
    studentId === null
      ? await scope.rows(selectGeneralGuardian, { ...(await callerValues(scope)), guardianId })
      : await scope.rows(selectGuardians, { studentId })
  if (found.some(({ id }) => id === guardianId)) return
  // The form of guardians has no such field, at which they would read it.
  if (!requireMember(scope).isStaff) throw forbidden('You can’t start a general conversation. Choose a child.')
  throw invalidField(
    'guardianId',
    studentId === null ? 'Choose a guardian whom you can write to' : 'Choose a guardian of this child',
  )
}
