import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, invalidField } from '#core/server/errors.ts'
import { mayBeNotified } from '../../base/families/server/children.ts'
import { getLocalDay } from '../../shared/server/time-zone.ts'
import {
  MAX_DAILY_CONVERSATIONS,
  type Conversation,
  type NewConversation,
  type NewPost,
  type Team,
} from '../contract.ts'
import { ConversationModel } from './conversation.ts'
import { nameTeam, requireChild, requireGuardian } from './conversation-options.ts'
import { getConversation } from './conversations.ts'
import { markRead } from './notify.ts'
import { lockConversation, recordConversation, requireMember } from './policies.ts'
import { writePost, type Author } from './posts.ts'

/** Age from which a student asks by themselves. */
const STUDENT_AGE = 13

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
  const teamName = await nameTeam(scope, team, { studentId, guardianId })
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
