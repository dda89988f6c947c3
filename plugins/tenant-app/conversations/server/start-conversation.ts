import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { mayBeNotified } from '../../base/families/server/children.ts'
import { isMemberOn } from '../../base/groups/server/policies.ts'
import { getLocalDay } from '../../shared/server/time-zone.ts'
import {
  MAX_DAILY_CONVERSATIONS,
  type Conversation,
  type ConversationOptions,
  type NewConversation,
  type NewPost,
  type Team,
} from '../contract.ts'
import { ConversationModel } from './conversation.ts'
import { getConversation } from './conversations.ts'
import { markRead } from './notify.ts'
import { isInTeamOf, lockConversation, recordConversation, requireMember } from './policies.ts'
import { writePost, type Author } from './posts.ts'

/** Age from which a student asks by themselves. */
const STUDENT_AGE = 13

/** Teams of a child: what it is registered in that is not long over, and groups with staff. */
const teamsOf = `(select 'session' as kind, s.id, s.name from session_participants p join sessions s
      on s.tenant_id = p.tenant_id and s.id = p.session_id and s.series_id is null and s.status <> 'cancelled'
    where p.student_id = $studentId and p.status = 'registered' and s.end_date > $now::timestamptz - interval '30 days'
  union select 'series', r.id, max(s.name) from session_participants p join sessions s
      on s.tenant_id = p.tenant_id and s.id = p.session_id and s.status <> 'cancelled'
      join session_series r on r.tenant_id = s.tenant_id and r.id = s.series_id
    where p.student_id = $studentId and p.status = 'registered' and s.end_date > $now::timestamptz - interval '30 days'
    group by r.id
  union select 'group', g.id, g.name from group_members m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.student_id = $studentId and ${isMemberOn('m', '$today::date')}
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

const selectGuardians = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select u.id, u.first_name || ' ' || u.last_name as name from parent_students l
      join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id and u.is_active
    where l.student_id = $studentId and l.may_see and not l.is_restricted order by l.contact_order, u.id`,
)

const selectChild = statement(
  z.object({ id: z.uuid() }),
  `select s.id from students s where s.id = $studentId and s.erased_at is null and ($isStaff::boolean or exists (
    select from parent_students l where l.tenant_id = s.tenant_id and l.student_id = s.id and l.parent_id = $caller
      and l.may_see and not l.is_restricted))`,
)

async function listTeams(scope: TenantScope, studentId: string) {
  const { id: caller } = requireMember(scope)
  return scope.rows(selectTeams, {
    studentId,
    caller,
    isInstructor: scope.actor.user?.role === 'instructor',
    now: scope.core.clock.now(),
    today: await getLocalDay(scope),
  })
}

/** @throws not-found for a child whom the caller does not see */
async function requireChild(scope: TenantScope, studentId: string): Promise<void> {
  const { id: caller, isStaff } = requireMember(scope)
  const found = await scope.rows(selectChild, { studentId, caller, isStaff })
  if (found.length === 0) throw notFound('Student')
}

/** Lists the teams that a conversation can be with, and for staff the guardians. @throws not-found */
export async function getConversationOptions(
  scope: TenantScope,
  { studentId }: { studentId?: string | undefined },
): Promise<ConversationOptions> {
  const { isStaff } = requireMember(scope)
  const admins: ConversationOptions['teams'] =
    scope.actor.user?.role === 'instructor' ? [] : [{ team: { kind: 'admins' }, name: 'Admins' }]
  if (studentId === undefined) return { teams: admins, guardians: [] }
  await requireChild(scope, studentId)
  const teams = (await listTeams(scope, studentId)).map(({ kind, id, name }) => ({ team: { kind, id }, name }))
  return { teams: [...admins, ...teams], guardians: isStaff ? await scope.rows(selectGuardians, { studentId }) : [] }
}

/** @throws invalid at `team` */
async function nameTeam(scope: TenantScope, team: Team, studentId: string | null): Promise<string> {
  if (team.kind === 'admins') {
    if (scope.actor.user?.role === 'instructor') throw invalidField('team', 'Choose a session or group of your own')
    return ''
  }
  const teams = studentId === null ? [] : await listTeams(scope, studentId)
  const found = teams.find(({ kind, id }) => kind === team.kind && id === team.id)
  if (!found) throw invalidField('team', 'Choose a team of this child')
  return found.name
}

const lockStarter = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.conversation-starts:' || $caller::text, 0))`,
)
const countStarted = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from conversations c where c.created_at > $now::timestamptz - interval '1 day'
    and exists (select from conversation_posts p where p.tenant_id = c.tenant_id and p.conversation_id = c.id
      and p.author_id = $caller and p.created_at = (select min(q.created_at) from conversation_posts q
        where q.tenant_id = c.tenant_id and q.conversation_id = c.id))`,
)

/** @throws conversation.daily-limit (409) */
async function refuseTooMany(scope: TenantScope, caller: string): Promise<void> {
  const [found] = await scope.rows(countStarted, { caller, now: scope.core.clock.now() })
  if ((found?.count ?? 0) < MAX_DAILY_CONVERSATIONS) return
  const limit = `You can start ${MAX_DAILY_CONVERSATIONS} conversations a day. Write in one of them.`
  throw new AppError('conversation.daily-limit', 409, limit)
}

const selectGeneralGuardian = statement(
  z.object({ id: z.uuid() }),
  `select u.id from users u where u.tenant_id = $tenantId and u.id = $guardianId and u.is_active and u.role = 'parent'
    and exists (select from parent_students l where l.tenant_id = u.tenant_id and l.parent_id = u.id and l.may_see)
    and not exists (select from parent_students l where l.tenant_id = u.tenant_id and l.parent_id = u.id and l.is_restricted)`,
)

/** @throws forbidden for guardians who write for themselves, invalid at `guardianId` */
async function requireGuardian(scope: TenantScope, guardianId: string, studentId: string | null): Promise<void> {
  const { tenantId } = scope
  const found =
    studentId === null
      ? await scope.rows(selectGeneralGuardian, { tenantId, guardianId })
      : await scope.rows(selectGuardians, { studentId })
  if (found.some(({ id }) => id === guardianId)) return
  // The form of guardians has no such field, at which they would read it.
  if (!requireMember(scope).isStaff) throw forbidden('You can’t start a general conversation. Choose a child.')
  throw invalidField('guardianId', 'Choose a guardian of this child')
}

const selectStarted = statement(z.object({ id: z.uuid() }), 'select id from conversations where id = $id')

const insertMember = statement(
  `insert into conversation_members (conversation_id, user_id, role, created_at)
    values ($conversationId, $guardianId, 'guardian', $now)`,
)

interface Start {
  id: string
  studentId: string | null
  guardianId: string
  topic: NewConversation['topic']
  day: string | null
  team: Team
  teamName: string
  post: NewPost
}

async function insertConversation(scope: TenantScope, author: Author, start: Start): Promise<void> {
  const { id, guardianId, team, post, ...rest } = start
  const now = scope.core.clock.now().toISOString()
  await ConversationModel.query(scope.trx).insert({
    ...rest,
    id,
    sessionId: team.kind === 'session' ? team.id : null,
    seriesId: team.kind === 'series' ? team.id : null,
    groupId: team.kind === 'group' ? team.id : null,
    lastPostAt: now,
    createdAt: now,
  })
  await scope.rows(insertMember, { conversationId: id, guardianId, now })
  await writePost(scope, id, author, post)
  await recordConversation(scope, id, { action: 'conversation.started', description: 'Started a conversation' })
}

/**
 * Starts a conversation between one guardian and a team; sent twice it is one.
 * @throws not-found, forbidden, invalid at `team`, `guardianId` or `day`, conversation.daily-limit (409)
 */
export async function startConversation(scope: TenantScope, input: NewConversation): Promise<Conversation> {
  const { id, studentId, topic, team, post } = input
  const caller = requireMember(scope)
  await scope.rows(lockStarter, { caller: caller.id })
  if ((await scope.rows(selectStarted, { id })).length > 0) {
    await lockConversation(scope, id)
    return getConversation(scope, id)
  }
  if (topic !== 'general' && studentId === null) throw invalidField('studentId', 'Choose a child')
  if (studentId !== null) await requireChild(scope, studentId)
  const guardianId = caller.isStaff ? input.guardianId : caller.id
  if (guardianId === undefined) throw invalidField('guardianId', 'Choose a guardian')
  await requireGuardian(scope, guardianId, studentId)
  if (!caller.isStaff) await refuseTooMany(scope, caller.id)
  const today = await getLocalDay(scope)
  const day = topic === 'general' ? null : (input.day ?? today)
  if (day !== null && day < today) throw invalidField('day', 'Enter today or a later day')
  const teamName = await nameTeam(scope, team, studentId)
  const author: Author = { id: caller.id, name: caller.name, role: caller.isStaff ? 'staff' : 'guardian' }
  await insertConversation(scope, author, { id, studentId, guardianId, topic, day, team, teamName, post })
  await markRead(scope, id, caller)
  return getConversation(scope, id)
}

const selectAsker = statement(
  z.object({ studentId: z.uuid(), guardianId: z.uuid().nullable(), guardianName: z.string().nullable() }),
  `select s.id as "studentId", g.id as "guardianId", g.name as "guardianName" from students s
      left join lateral (select u.id, u.first_name || ' ' || u.last_name as name from parent_students l
        join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id and u.is_active
        where l.tenant_id = s.tenant_id and l.student_id = s.id and l.may_see and ${mayBeNotified('l')}
        order by l.contact_order, u.id limit 1) g on true
    where s.user_id = $caller and s.erased_at is null
      and s.date_of_birth <= $today::date - interval '${STUDENT_AGE} years'`,
)

/**
 * Asks the admins in the name of a student. The conversation is with the guardian who is notified first.
 * @throws forbidden below age 13 or without a guardian, conversation.daily-limit (409)
 */
export async function askQuestion(
  scope: TenantScope,
  { id, post }: { id: string; post: NewPost },
): Promise<{ guardianName: string }> {
  const { user } = scope.actor
  if (user?.role !== 'student') throw forbidden()
  await scope.rows(lockStarter, { caller: user.id })
  const [asker] = await scope.rows(selectAsker, { caller: user.id, today: await getLocalDay(scope) })
  if (!asker) throw forbidden('Students can ask from age 13. Ask your guardian to write.')
  const { studentId, guardianId, guardianName } = asker
  if (guardianId === null || guardianName === null) throw forbidden('Ask staff in person: no guardian can be in it')
  if ((await scope.rows(selectStarted, { id })).length > 0) return { guardianName }
  await refuseTooMany(scope, user.id)
  await insertConversation(
    scope,
    { id: user.id, name: user.name, role: 'student' },
    { id, studentId, guardianId, topic: 'general', day: null, team: { kind: 'admins' }, teamName: '', post },
  )
  return { guardianName }
}
