import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { afterCursor, cursorAt, PagedAnswer } from '#core/server/http/answers.ts'
import { conversationFilters, topics, type Conversation, type ConversationRow, type Post } from '../contract.ts'
import {
  isGuardianOf,
  isInTeamOf,
  requireConversation,
  requireMember,
  seenConversations,
  takesPart,
} from './policies.ts'

/** Characters of a post that the list shows. */
const EXCERPT_LENGTH = 160

const named = z.object({ id: z.uuid(), name: z.string() })

const row = z.object({
  id: z.uuid(),
  topic: z.enum(topics),
  day: z.string().nullable(),
  teamName: z.string(),
  student: named.nullable(),
  guardians: z.array(z.string()),
  status: z.enum(['open', 'closed']),
  assignedTo: named.nullable(),
  lastPostAt: z.string(),
  waitingSince: z.string().nullable(),
  isOverdue: z.boolean(),
})

const columns = `c.id, c.topic, c.day::text as day, c.team_name as "teamName", c.status, c.last_post_at as "lastPostAt",
  (select jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name) from students s
    where s.tenant_id = c.tenant_id and s.id = c.student_id) as student,
  array(select u.first_name || ' ' || u.last_name from conversation_members g
      join users u on u.tenant_id = g.tenant_id and u.id = g.user_id
    where g.tenant_id = c.tenant_id and g.conversation_id = c.id and g.role = 'guardian'
    order by g.created_at, g.id) as guardians,
  (select jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) from users u
    where u.tenant_id = c.tenant_id and u.id = c.assigned_to and $isStaff::boolean) as "assignedTo",
  case when $isStaff::boolean then c.waiting_since end as "waitingSince",
  $isStaff::boolean and c.status = 'open' and coalesce(c.answer_due_at <= $now::timestamptz, false) as "isOverdue"`

/**
 * SQL: true where conversation `c` has posts that a user has not read and that are theirs to read: for guardians, of
 * conversations that they are in; for staff, of those that wait for an answer and are assigned to them, or to no one who
 * takes part. The number beside Messages, of other organizations, and the list follow it. @param user SQL of the row
 */
const isUnreadBy = (user: string) => `(c.last_post_at > coalesce((select r.read_at from conversation_members r
    where r.tenant_id = c.tenant_id and r.conversation_id = c.id and r.user_id = ${user}.id), '-infinity')
  and case when ${user}.role = 'parent' then exists (select from conversation_members r where r.tenant_id = c.tenant_id
      and r.conversation_id = c.id and r.user_id = ${user}.id and r.role = 'guardian') and ${isGuardianOf(`${user}.id`)}
    else c.status = 'open' and c.waiting_since is not null and ${takesPart(user)}
      and not exists (select from users a where a.tenant_id = c.tenant_id and a.id = c.assigned_to and a.id <> ${user}.id
        and ${takesPart('a')}) end)`

const conditions: Record<(typeof conversationFilters)[number], string> = {
  mine: 'c.assigned_to = $reader',
  unanswered: `c.status = 'open' and c.waiting_since is not null`,
  overdue: `c.status = 'open' and c.answer_due_at <= $now::timestamptz`,
  open: `c.status = 'open'`,
  closed: `c.status = 'closed'`,
}

const selectConversations = variants(
  { viewer: viewers, filter: [undefined, ...conversationFilters] },
  ({ viewer, filter }) =>
    statement(
      row.extend({ lastAuthorName: z.string(), excerpt: z.string(), isUnread: z.boolean() }),
      `select ${columns}, (select ${isUnreadBy('u')} from users u where u.id = $reader) as "isUnread", coalesce(p.author_name, '') as "lastAuthorName",
          case when p.withdrawn_at is null then left(coalesce(p.body, ''), ${EXCERPT_LENGTH}) else '' end as excerpt
        from conversations c left join lateral (select * from conversation_posts p where p.tenant_id = c.tenant_id
          and p.conversation_id = c.id order by p.created_at desc, p.id desc limit 1) p on true
        where ${seenConversations(viewer, 'c.id')} ${filter ? `and ${conditions[filter]}` : ''} and $reader::uuid is not null
          and ($sessionId::uuid is null or c.session_id = $sessionId
            or c.series_id = (select s.series_id from sessions s where s.id = $sessionId))
          and ($studentId::uuid is null or c.student_id = $studentId)
          and ($after::timestamptz is null or (c.last_post_at, c.id) < ($after::timestamptz, $afterId::uuid))
        order by c.last_post_at desc, c.id desc limit $most offset $offset`,
    ),
)

interface ListQuery {
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
}

interface ConversationQuery extends ListQuery {
  filter?: (typeof conversationFilters)[number] | undefined
  sessionId?: string | undefined
  studentId?: string | undefined
}

const readerValues = (scope: TenantScope) => {
  const { id: reader, isStaff } = requireMember(scope)
  return { reader, isStaff, now: scope.core.clock.now(), ...callerOf(scope) }
}

/** Lists the conversations that the caller reads, the latest first. */
export async function listConversations(
  scope: TenantScope,
  { limit = 25, offset = 0, cursor, filter, sessionId, studentId }: ConversationQuery,
): Promise<PagedAnswer<ConversationRow>> {
  const found = await scope.rows(selectConversations({ viewer: viewerOf(scope), filter }), {
    ...readerValues(scope),
    ...afterCursor(cursor),
    sessionId: sessionId ?? null,
    studentId: studentId ?? null,
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(found, { limit, cursorAfter: ({ lastPostAt, id }) => cursorAt(lastPostAt, id) })
}

/**
 * SQL: number of unread conversations of user `u` of any organization. Guardians' are found by their memberships, those of
 * staff by the index of conversations that wait: pages ask for the number often.
 */
export const unreadConversationsOfUser = `select count(*)::int from (
    select c.* from conversation_members g join conversations c on c.tenant_id = g.tenant_id and c.id = g.conversation_id
      where u.role = 'parent' and g.tenant_id = u.tenant_id and g.user_id = u.id and g.role = 'guardian'
    union all select c.* from conversations c
      where u.role <> 'parent' and c.tenant_id = u.tenant_id and c.answer_due_at is not null) c
  where ${isUnreadBy('u')}`

const countUnread = statement(
  z.object({ count: z.number() }),
  `select (${unreadConversationsOfUser}) as count from users u where u.id = $reader`,
)

/** Counts conversations that the caller has not read; for staff those that wait for them. */
export async function countUnreadConversations(scope: TenantScope): Promise<{ count: number }> {
  const [found] = await scope.rows(countUnread, { reader: requireMember(scope).id })
  return { count: found?.count ?? 0 }
}

const teamMembers = `from users u where u.tenant_id = c.tenant_id and u.is_active and u.role = 'instructor'
  and ${isInTeamOf('u.id')}`

const selectConversation = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    row.extend({ instructors: z.array(z.string()), assignable: z.array(named), addable: z.array(named) }),
    `select ${columns}, array(select u.first_name || ' ' || u.last_name ${teamMembers}
          order by u.first_name, u.last_name, u.id) as instructors,
        coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id) from (
          select u.id, u.first_name || ' ' || u.last_name as name ${teamMembers}
          union all select u.id, u.first_name || ' ' || u.last_name from users u
            where u.tenant_id = c.tenant_id and u.is_active and u.role = 'tenant_admin') a where $isStaff::boolean), '[]')
          as assignable,
        coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id) from (
          select u.id, u.first_name || ' ' || u.last_name as name from parent_students l
            join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id and u.is_active
            where l.tenant_id = c.tenant_id and l.student_id = c.student_id and l.may_see and not l.is_restricted
              and not exists (select from conversation_members g where g.tenant_id = c.tenant_id
                and g.conversation_id = c.id and g.user_id = u.id)) a where $isStaff::boolean), '[]') as addable
      from conversations c where c.id = $id and $reader::uuid is not null and ${seenConversations(viewer, 'c.id')}`,
  ),
)

/** Reads a conversation with all who take part. @throws not-found */
export async function getConversation(scope: TenantScope, id: string): Promise<Conversation> {
  const [found] = await scope.rows(selectConversation({ viewer: viewerOf(scope) }), { id, ...readerValues(scope) })
  if (!found) throw notFound('Conversation')
  return found
}

const selectPosts = statement(
  z.object({
    id: z.uuid(),
    authorName: z.string(),
    authorRole: z.enum(['guardian', 'staff', 'student']),
    isOwn: z.boolean(),
    body: z.string(),
    files: z.array(z.object({ id: z.uuid(), name: z.string(), url: z.string(), size: z.number() })),
    createdAt: z.string(),
    editedAt: z.string().nullable(),
    isWithdrawn: z.boolean(),
  }),
  `select p.id, p.author_name as "authorName", p.author_role as "authorRole", p.author_id = $reader as "isOwn",
      case when p.withdrawn_at is null then p.body else '' end as body, p.created_at as "createdAt",
      p.edited_at as "editedAt", p.withdrawn_at is not null as "isWithdrawn",
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'url', '/api/files/' || f.id, 'size', x.size)
          order by f.created_at, f.id)
        from conversation_files f join files x on x.tenant_id = f.tenant_id and x.id = f.id
        where f.tenant_id = p.tenant_id and f.post_id = p.id and p.withdrawn_at is null), '[]') as files
    from conversation_posts p where p.conversation_id = $id
      and ($after::timestamptz is null or (p.created_at, p.id) < ($after::timestamptz, $afterId::uuid))
    order by p.created_at desc, p.id desc limit $most offset $offset`,
)

/** Lists the posts of a conversation, the latest first. @throws not-found */
export async function listPosts(
  scope: TenantScope,
  id: string,
  { limit = 25, offset = 0, cursor }: ListQuery,
): Promise<PagedAnswer<Post>> {
  const { id: reader } = requireMember(scope)
  await requireConversation(scope, id)
  const values = { id, reader, most: limit + 1, offset, ...afterCursor(cursor) }
  const found = await scope.rows(selectPosts, values)
  return new PagedAnswer(found, { limit, cursorAfter: ({ createdAt, id: postId }) => cursorAt(createdAt, postId) })
}
