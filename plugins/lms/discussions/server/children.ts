import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { childPost, type ChildPost } from '../contract.ts'
import { postContext } from './moderate-posts.ts'

/** Service that knows guardians; undefined while that plugin is off. */
export type Families = Pick<TenantAppServices, 'accountOfStudent'> | undefined

/** Maximum characters of the post shown beside a reply. */
const EXCERPT_LENGTH = 500

// Posts of others are included as far as the child sees them.
const selectChildPosts = statement(
  childPost.extend({ total: z.number().int() }),
  `select p.id, c.title as course, coalesce(l.title, '') as lesson, p.text,
      case when t.state = 'shown' then left(t.text, ${EXCERPT_LENGTH}) when t.id is not null then '' end as "repliesTo",
      p.created_at as "createdAt", (count(*) over ())::int as total
    from lms_posts p ${postContext} left join lms_posts t on t.tenant_id = p.tenant_id and t.id = p.thread_id
    where p.tenant_id = $tenantId and p.user_id = $userId and p.state = 'shown'
    order by p.created_at desc, p.id limit $most offset $offset`,
)

/**
 * Lists posts of a child of the caller that others see, newest first; students without an account have none.
 * @throws not-found if the caller sees no such child
 */
export async function listChildPosts(
  scope: TenantScope,
  studentId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  families: Families,
): Promise<PagedAnswer<ChildPost>> {
  if (!families) throw notFound('Student')
  const userId = await families.accountOfStudent(scope, studentId)
  const asked = { tenantId: scope.tenantId, userId, most: limit + 1, offset }
  const rows = userId === null ? [] : await scope.rows(selectChildPosts, asked)
  return countedPage(rows, { limit, offset })
}
