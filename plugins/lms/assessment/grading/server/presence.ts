import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { OpenWork } from '../contract.ts'
import { findWork } from './held-work.ts'

/** Milliseconds for which a grader counts as present since their last report; screens report three times as often. */
const PRESENCE_TTL_MS = 60_000

const selectOtherViewers = statement(
  z.object({ name: z.string() }),
  `select name from lms_work_views
    where tenant_id = $tenantId and work_id = $workId and user_id is distinct from $caller::uuid
      and seen_at > $since order by name limit 20`,
)

/** Lists the names of other graders who have a piece of work open. */
export async function listPresent(scope: TenantScope, workId: string): Promise<string[]> {
  const since = new Date(scope.core.clock.now().getTime() - PRESENCE_TTL_MS).toISOString()
  const caller = scope.actor.user?.id ?? null
  const found = await scope.rows(selectOtherViewers, { tenantId: scope.tenantId, workId, caller, since })
  return found.map(({ name }) => name)
}

const deleteOtherViews = statement(
  'delete from lms_work_views where tenant_id = $tenantId and user_id = $caller and work_id <> $workId',
)

const upsertView = statement(
  `insert into lms_work_views (work_id, user_id, name, seen_at) values ($workId, $caller, $name, $now)
    on conflict (tenant_id, work_id, user_id) do update set seen_at = excluded.seen_at, name = excluded.name`,
)

/** Records that the caller has the work open. @throws not-found if they do not see it */
export async function recordPresence(scope: TenantScope, id: string): Promise<Pick<OpenWork, 'present' | 'version'>> {
  const { version } = await findWork(scope, id)
  const { user } = scope.actor
  if (user) {
    const asked = { tenantId: scope.tenantId, workId: id, caller: user.id }
    await scope.rows(deleteOtherViews, asked)
    const now = scope.core.clock.now().toISOString()
    await scope.rows(upsertView, { ...asked, name: user.name.slice(0, 210), now })
  }
  return { version, present: await listPresent(scope, id) }
}
