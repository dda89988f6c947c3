import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { recordResults } from '../../delivery/learning/server/results.ts'
import { getKind } from '../../authoring/lessons/kinds/contract.ts'
import { getLessonAsks } from '../../authoring/versions/server/contents.ts'
import { getPublishedVersion } from '../../authoring/versions/server/published.ts'

const selectEnrollment = statement(
  z.object({ enrollmentId: z.uuid(), cycle: z.number().int(), version: z.number().int() }),
  `select id as "enrollmentId", cycle, version from lms_enrollments
    where tenant_id = $tenantId and user_id = $userId and course_id = $courseId`,
)

// Serializes concurrent decisions about posts of one author, so that the last one counts all.
const lockAuthorEnrollment = statement(
  z.object({ id: z.uuid() }),
  `select e.id from lms_enrollments e where e.tenant_id = $tenantId and (e.user_id, e.course_id) in (
      select user_id, course_id from lms_posts where tenant_id = $tenantId and id = $postId)
    for update of e`,
)

/** Locks the enrollment of a post's author before the post itself, in the same order as writing does. */
export async function lockAuthor(scope: TenantScope, postId: string): Promise<void> {
  await scope.rows(lockAuthorEnrollment, { tenantId: scope.tenantId, postId })
}

const countShownPosts = statement(
  z.object({ posts: z.number().int(), replies: z.number().int() }),
  `select (count(*) filter (where p.thread_id is null))::int as posts,
      (count(distinct coalesce(t.user_id, t.id)) filter (where t.user_id is distinct from p.user_id))::int as replies
    from lms_posts p left join lms_posts t on t.tenant_id = p.tenant_id and t.id = p.thread_id
    where p.tenant_id = $tenantId and p.user_id = $userId and p.lesson_id = $lessonId and p.cycle = $cycle
      and p.state = 'shown'`,
)

interface Written {
  userId: string | null
  courseId: string
  lessonId: string
}

/**
 * Counts an author's visible posts in a discussion, which may complete the lesson. The caller has locked the author's
 * enrollment, before the post.
 */
export async function updatePostCounts(scope: TenantScope, { userId, courseId, lessonId }: Written): Promise<void> {
  const { tenantId } = scope
  const [enrollment] = await scope.rows(selectEnrollment, { tenantId, userId, courseId })
  if (!enrollment) return
  const { enrollmentId, cycle, version } = enrollment
  const lesson = (await getPublishedVersion(scope, courseId, version)).byId.get(lessonId)
  const asks = lesson?.contentType === 'discussion' ? await getLessonAsks(scope, courseId, lesson) : null
  const [own] = await scope.rows(countShownPosts, { tenantId, userId, lessonId, cycle })
  if (!asks || !own) return
  await recordResults(scope, { lessonId, kind: getKind('discussion'), details: asks.details }, [
    { enrollmentId, cycle, ...own },
  ])
}
