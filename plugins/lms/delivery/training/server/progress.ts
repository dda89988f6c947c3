import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import {
  instructorTrainingProgress,
  trainingCourse,
  trainingFigures,
  type InstructorTraining,
  type InstructorTrainingProgress,
  type TrainingFigures,
  type trainingStanding,
} from '../contract.ts'
import { listTrainingModules } from './modules.ts'
import {
  activeInstructors,
  courseColumns,
  toParameters,
  enrolledCourses,
  progressColumns,
  sums,
  byUrgency,
  withSums,
} from './held-courses.ts'

const isComplete = '(s.total > 0 and s.done = s.total)'

const standing = `case $standing::text when 'complete' then ${isComplete} when 'in-progress' then s.done < s.total
  when 'overdue' then s.overdue > 0 when 'expiring' then s.expiring > 0 else true end`

const orders = {
  instructor: 'u.last_name, u.first_name, u.id',
  '-instructor': 'u.last_name desc, u.first_name desc, u.id desc',
  progress: 'coalesce(s.progress, 0), u.last_name, u.first_name, u.id',
  '-progress': 'coalesce(s.progress, 0) desc, u.last_name, u.first_name, u.id',
  lastActivity: 's.active_at nulls first, u.last_name, u.first_name, u.id',
  '-lastActivity': 's.active_at desc nulls last, u.last_name, u.first_name, u.id',
} as const

// Without knowing the limit, PostgreSQL expects a few users, and scans all courses once per user.
const PLAN_EACH_TIME = { plansAnew: true }

const isNamed = (isSearched: boolean) =>
  `${activeInstructors}${isSearched ? ' and u.search like (select containing($search))' : ''}`

const selectProgressPage = variants(
  { isSearched: [true, false], order: Object.keys(orders) as (keyof typeof orders)[] },
  ({ isSearched, order }) =>
    statement(
      instructorTrainingProgress.extend({ total: z.number() }),
      `with ${enrolledCourses(isNamed(isSearched))}, ${sums}
        select ${progressColumns}, count(*) over () as total ${withSums}
          where ${standing} order by ${orders[order]} limit $most offset $offset`,
      PLAN_EACH_TIME,
    ),
)

// A page of all by name does not wait until the courses of all others are counted.
const selectProgressByName = variants(
  { isSearched: [true, false], order: ['instructor', '-instructor'] },
  ({ isSearched, order }) => {
    const all = `from users u where u.tenant_id = $tenantId and ${isNamed(isSearched)}`
    const page = `u.id in (select u.id ${all} order by ${orders[order]} limit $most offset $offset)`
    return statement(
      instructorTrainingProgress.extend({ total: z.number() }),
      `with ${enrolledCourses(page)}, ${sums} select ${progressColumns}, (select count(*) ${all}) as total ${withSums}
        order by ${orders[order]}`,
      PLAN_EACH_TIME,
    )
  },
)

interface ProgressQuery {
  search?: string | undefined
  standing?: z.infer<typeof trainingStanding> | undefined
  sort?: keyof typeof orders | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists active instructors, by name by default. Without `limit` at most 1000. */
export async function listProgress(
  scope: TenantScope,
  query: ProgressQuery,
): Promise<PagedAnswer<InstructorTrainingProgress>> {
  const { search = '', sort = 'instructor', limit = LIST_CAP, offset = 0 } = query
  const asked = { ...toParameters(scope), search, most: limit + 1, offset }
  const isSearched = search !== ''
  const rows =
    query.limit !== undefined && query.standing === undefined && (sort === 'instructor' || sort === '-instructor')
      ? await scope.lastRows(selectProgressByName({ isSearched, order: sort }), asked)
      : await scope.lastRows(selectProgressPage({ isSearched, order: sort }), {
          ...asked,
          standing: query.standing ?? null,
        })
  return countedPage(rows, { limit, offset })
}

const selectTrainingStats = statement(
  trainingFigures,
  `with ${enrolledCourses(activeInstructors)}, ${sums}
    select count(*)::int as "totalInstructors", (count(*) filter (where ${isComplete}))::int as "fullyTrained",
      coalesce(round(avg(s.progress)), 0)::int as "averageCompletion", coalesce(sum(s.certificates), 0)::int as certificates,
      (count(*) filter (where s.overdue > 0))::int as overdue, (count(*) filter (where s.expiring > 0))::int as expiring
    ${withSums}`,
  PLAN_EACH_TIME,
)

/** Counts for the cards of the dashboard (spec part 2, section 2.8); each matches the list with its filter. */
export async function countTraining(scope: TenantScope): Promise<TrainingFigures> {
  const [counted] = await scope.lastRows(selectTrainingStats, toParameters(scope))
  if (!counted) throw new Error('A count always answers one row')
  return counted
}

const isInstructor = `${activeInstructors} and u.id = $instructorId`

const selectProgress = statement(
  instructorTrainingProgress,
  `with ${enrolledCourses(isInstructor)}, ${sums} select ${progressColumns} ${withSums}`,
)

const selectCourses = statement(
  trainingCourse,
  `with ${enrolledCourses(isInstructor)} select ${courseColumns} from held h order by ${byUrgency}`,
)

/** Reads an instructor's training. @throws not-found if the organization has no such active instructor */
export async function getInstructorTraining(scope: TenantScope, instructorId: string): Promise<InstructorTraining> {
  const asked = { ...toParameters(scope), instructorId }
  const [found] = await scope.rows(selectProgress, asked)
  if (!found) throw notFound('Instructor')
  return {
    ...found,
    courses: await scope.rows(selectCourses, asked),
    modules: await listTrainingModules(scope, instructorId),
  }
}

const selectBehind = statement(
  instructorTrainingProgress,
  `with ${enrolledCourses(activeInstructors)}, ${sums} select ${progressColumns} ${withSums}
    where s.overdue > 0 or s.expiring > 0 order by s.overdue desc, u.last_name, u.first_name, u.id limit ${LIST_CAP}`,
)

/** Lists instructors with overdue or expiring courses, those with the most first. */
export const listBehind = (scope: TenantScope): Promise<InstructorTrainingProgress[]> =>
  scope.rows(selectBehind, toParameters(scope))
