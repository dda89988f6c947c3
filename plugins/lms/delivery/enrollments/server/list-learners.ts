import type { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { callerOf, viewerOf } from '#core/server/database/row-policy.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { CourseLearner, learnerOrder, learnersOfCourse, learnerState } from '../contract.ts'
import { selectCourse, selectLearner, selectLearners } from './queries.ts'

interface LearnersQuery {
  search?: string | undefined
  state?: z.infer<typeof learnerState> | undefined
  sort?: z.infer<typeof learnerOrder> | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Reads the course, and the number of its learners that the caller sees. @throws not-found if it was never published */
export async function summarizeLearners(
  scope: TenantScope,
  courseId: string,
): Promise<z.infer<typeof learnersOfCourse>> {
  const asked = { ...toParameters(scope, courseId), owners: ownersRead(scope) }
  const [found] = await scope.rows(selectCourse({ viewer: viewerOf(scope) }), asked)
  if (!found) throw notFound('Course')
  return found
}

/** Lists learners that the caller sees. Without `limit` at most 1000. @throws not-found if there is no such course */
export async function listLearners(
  scope: TenantScope,
  courseId: string,
  { search = '', state, sort = 'name', limit = LIST_CAP, offset = 0 }: LearnersQuery,
): Promise<PagedAnswer<CourseLearner>> {
  await summarizeLearners(scope, courseId)
  const selected = selectLearners({ viewer: viewerOf(scope), isSearched: search !== '', sort })
  const rows = await scope.lastRows(selected, {
    ...toParameters(scope, courseId),
    state: state ?? null,
    search,
    now: scope.core.clock.now().toISOString(),
    most: limit + 1,
    offset,
  })
  return countedPage(rows, { limit, offset })
}

/** @throws not-found if they do not take the course, or the caller does not see them */
export async function findLearner(scope: TenantScope, courseId: string, userId: string): Promise<CourseLearner> {
  const asked = { ...toParameters(scope, courseId), userId, now: scope.core.clock.now().toISOString() }
  const [found] = await scope.rows(selectLearner({ viewer: viewerOf(scope) }), asked)
  if (!found) throw notFound('Learner')
  return found
}

const toParameters = (scope: TenantScope, courseId: string) => ({
  ...callerOf(scope),
  tenantId: scope.tenantId,
  courseId,
})
