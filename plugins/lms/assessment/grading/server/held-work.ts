import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { rejectTaker } from '../../attempts/server/hidden-answers.ts'
import { areVisiblePieces } from '../../../shared/server/seen-work.ts'
import { queuedWork } from '../contract.ts'
import { queuedColumns } from './queue.ts'

const seenRow = queuedWork.extend({ version: z.number().int(), subjectId: z.uuid() })
export type SeenWork = z.infer<typeof seenRow>

const selectWork = variants({ viewer: viewers, isHeld: [true, false] }, ({ viewer, isHeld }) =>
  statement(
    seenRow,
    `select ${queuedColumns}, w.version, w.subject_id as "subjectId"
      from lms_work w join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
      where w.tenant_id = $tenantId and w.id = $id and ${areVisiblePieces(viewer)} ${isHeld ? 'for update of w' : ''}`,
  ),
)

async function getWork(scope: TenantScope, id: string, isHeld: boolean): Promise<SeenWork> {
  const asked = { ...callerOf(scope), tenantId: scope.tenantId, id }
  const [work] = await scope.rows(selectWork({ viewer: viewerOf(scope), isHeld }), asked)
  if (!work) throw notFound('Work')
  if (work.kind === 'attempt') await rejectTaker(scope, work)
  return work
}

/** Reads a piece of work. @throws not-found if the caller does not see it, assessment.answers-hidden (403) */
export const findWork = (scope: TenantScope, id: string): Promise<SeenWork> => getWork(scope, id, false)

/** Locks a piece of work until the transaction ends. @throws not-found, assessment.answers-hidden (403) */
export const lockWork = (scope: TenantScope, id: string): Promise<SeenWork> => getWork(scope, id, true)

// Locks in order of their ids and before the work, as submitting does: no two transactions wait for each other.
const lockEnrollments = statement(
  z.object({ id: z.uuid() }),
  `select e.id from lms_enrollments e
    where e.tenant_id = $tenantId and exists (select from lms_work w where w.tenant_id = $tenantId and w.id = any ($ids)
      and w.course_id = e.course_id and (w.user_id = e.user_id or e.user_id = any (w.team_ids)))
    order by e.id for update`,
)

/** Locks the enrollments of all learners of some work, before the work itself is locked. */
export async function lockLearners(scope: TenantScope, ids: readonly string[]): Promise<void> {
  await scope.rows(lockEnrollments, { tenantId: scope.tenantId, ids })
}
