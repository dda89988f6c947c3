import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { insertPortions } from './learning.ts'
import { heldText, postTexts, type PostTexts } from './post-texts.ts'

const HOUR_MS = 3_600_000

const learntRow = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  userId: z.uuid(),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  title: z.string(),
  openedAt: z.string(),
  completedAt: z.string(),
  staff: z.array(z.uuid()),
  isNew: z.boolean(),
})
type Learnt = z.infer<typeof learntRow>

// Picks the longest-standing staff, an admin first.
const selectFinishedLessons = statement(
  learntRow,
  `select p.id, p.tenant_id as "tenantId", p.user_id as "userId", p.course_id as "courseId", p.lesson_id as "lessonId",
      l.title, p.opened_at as "openedAt", p.completed_at as "completedAt", s.ids as staff,
      t.created_at > $now::timestamptz - interval '7 days' as "isNew"
    from lms_lesson_progress p
      join tenants t on t.id = p.tenant_id
      join lms_enrollments e on e.tenant_id = p.tenant_id and e.id = p.enrollment_id
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
      cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, title text, "contentType" text)
      cross join lateral (select coalesce(json_agg(u.id), '[]') as ids from (
        select id from users where tenant_id = p.tenant_id and is_active and role in ('tenant_admin', 'instructor')
          order by role desc, created_at, id limit 2) u) s
    where l.id = p.lesson_id and l."contentType" = 'discussion' and p.completed_at is not null
    order by p.tenant_id, p.lesson_id, p.completed_at, p.id`,
)

const updatePostCounts = statement(
  `update lms_lesson_progress p set posts = r.posts, replies = r.replies
    from jsonb_to_recordset($rows::jsonb) r (id uuid, posts int, replies int) where p.id = r.id`,
)

interface Post {
  id: string
  tenantId: string
  courseId: string
  lessonId: string
  threadId: string | null
  userId: string
  cycle: number | null
  text: string
  state: 'shown' | 'held'
  heldBecause: string
  shownAt: string | null
  waitingSince: string | null
  createdAt: string
  updatedAt: string
}

/** Seeds posts of learners who have completed a discussion, and replies to earlier posts. */
export async function seedPosts(scope: PlatformScope): Promise<void> {
  const now = scope.core.clock.now().getTime()
  const found = await scope.rows(selectFinishedLessons, { now: new Date(now).toISOString() })
  const groups = [...Map.groupBy(found, ({ tenantId, lessonId }) => `${tenantId} ${lessonId}`).values()]
  const asked = new Set<string>()
  const discussions = groups.flatMap((group) => {
    const [first] = group
    const texts = postTexts.find(({ lesson }) => lesson === first?.title)
    if (!first || !texts) return []
    // One post per organization awaits review; not where a learner has just begun.
    const isAsked = !first.isNew && !asked.has(first.tenantId)
    asked.add(first.tenantId)
    return [newDiscussion(group, texts, isAsked ? now : null)]
  })
  const posts = discussions.flatMap((one) => one.posts)
  // Threads are inserted before their replies.
  await insertPortions(
    scope,
    'lmsPosts',
    posts.filter(({ threadId }) => threadId === null),
  )
  await insertPortions(
    scope,
    'lmsPosts',
    posts.filter(({ threadId }) => threadId !== null),
  )
  await scope.rows(updatePostCounts, { rows: JSON.stringify(discussions.flatMap((one) => one.figures)) })
}

/** Builds a discussion. @param heldFrom milliseconds since 1970, if its last post awaits review */
function newDiscussion(group: readonly Learnt[], texts: PostTexts, heldFrom: number | null) {
  const opens = Math.min(...group.map(({ openedAt }) => Date.parse(openedAt)))
  const threads: Post[] = []
  const replies: Post[] = []
  const post = (of: Learnt, at: number, more: Pick<Post, 'userId' | 'text'> & Partial<Post>): Post => {
    const { tenantId, courseId, lessonId } = of
    const time = new Date(at).toISOString()
    const where = { id: randomUUID(), tenantId, courseId, lessonId, threadId: null, cycle: 1 }
    const shown = { state: 'shown', heldBecause: '[]', shownAt: time, waitingSince: null } as const
    return { ...where, ...shown, createdAt: time, updatedAt: time, ...more }
  }
  const [first] = group
  for (const [place, userId] of (first?.staff ?? []).entries()) {
    const text = texts.openings[place]
    if (first && text) threads.push(post(first, opens - (2 - place) * HOUR_MS, { userId, text, cycle: null }))
  }
  const figures = group.map((one, place) => {
    const { id, userId } = one
    const end = Date.parse(one.completedAt)
    const begins = (Date.parse(one.openedAt) + end) / 2
    const others = threads.filter((thread) => thread.userId !== userId && Date.parse(thread.createdAt) < begins)
    // The latest threads get replies, so that the discussion stays alive.
    const answered = [...new Map(others.map((thread) => [thread.userId, thread])).values()].slice(-2)
    threads.push(post(one, begins, { userId, text: texts.threads[place % texts.threads.length] ?? '' }))
    for (const [index, thread] of answered.entries()) {
      const text = texts.replies[(place * 2 + index) % texts.replies.length] ?? ''
      replies.push(
        post(one, begins + ((end - begins) * (index + 1)) / answered.length, { userId, text, threadId: thread.id }),
      )
    }
    return { id, posts: 1, replies: answered.length }
  })
  const last = group.at(-1)
  const thread = threads.findLast(({ userId }) => userId !== last?.userId)
  if (last && thread && heldFrom !== null) {
    const at = new Date(heldFrom - 5 * HOUR_MS).toISOString()
    const held = { state: 'held', heldBecause: '["phone"]', shownAt: null, waitingSince: at } as const
    replies.push(
      post(last, heldFrom - 5 * HOUR_MS, { ...held, userId: last.userId, text: heldText, threadId: thread.id }),
    )
  }
  return { posts: [...threads, ...replies], figures }
}
