import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { PLATFORM_OWNER } from '#core/server/database/ownership.ts'
import { statement } from '#core/server/database/statement.ts'
import type { MigrationStatus } from '../contract.ts'
import { newestRun } from './runs.ts'
import { siteOf } from './site.ts'
import type { Training } from './training.ts'

const counts = z.object({ courses: z.number().int(), modules: z.number().int() })

const builtIn = statement(
  counts,
  `select count(distinct c.id)::int as courses, count(h.id)::int as modules
    from lms_courses c
    left join lms_chapters h on h.owner = c.owner and h.course_id = c.id and h.deleted_at is null and h.origin_id is not null
   where c.owner = $owner and c.original_project_id is not null and c.deleted_at is null`,
)

// The last thing that is done to a course is to publish it with all that it has.
const onSite = statement(
  counts,
  `select count(*)::int as courses, count(*)::int as modules from lms_frappe_documents
    where site = $site and type = 'LMS Course fields'`,
)

// Of the platform alone, as the modules that are counted: an organization's own are no part of the total.
const failedSubjects = statement(
  z.object({ subjectId: z.uuid() }),
  `select subject_id as "subjectId" from lms_embedded_items
    where run_id = $runId and outcome = 'failed' and organization_id is null and subject_id is not null`,
)

/** How many modules of the platform's projects have become courses (spec part 2, section 3). */
export async function readStatus(scope: PlatformScope, training: Training | undefined): Promise<MigrationStatus> {
  const site = await siteOf(scope).catch(() => undefined)
  const projects = (await training?.projectsWithModules(scope)) ?? []
  const total = projects.reduce((sum, { moduleCount }) => sum + moduleCount, 0)
  const [found = { courses: 0, modules: 0 }] = site
    ? await scope.rows(onSite, { site: site.baseUrl })
    : await scope.rows(builtIn, { owner: PLATFORM_OWNER })
  const real = await newestRun(scope, 'modules', { isReal: true })
  const completed = Math.min(total, found.modules)
  // A run that went elsewhere says nothing of this LMS. Here a thing of a run is a project, there it is a module.
  const isOfThis = real?.target === (site ? 'frappe' : 'built-in')
  const subjects = new Set(
    (isOfThis ? await scope.rows(failedSubjects, { runId: real.id }) : []).map(({ subjectId }) => subjectId),
  )
  const lost = site
    ? subjects.size
    : projects.reduce((sum, { projectId, moduleCount }) => sum + (subjects.has(projectId) ? moduleCount : 0), 0)
  const failed = Math.min(total - completed, lost)
  return {
    totalTrainingModules: total,
    completedMigrations: completed,
    pendingMigrations: total - completed - failed,
    failedMigrations: failed,
    migratedCourses: found.courses,
    runs: {
      modules: (await newestRun(scope, 'modules')) ?? null,
      users: (await newestRun(scope, 'users')) ?? null,
    },
  }
}
