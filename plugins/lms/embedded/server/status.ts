import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { PLATFORM_OWNER } from '#core/server/database/ownership.ts'
import { statement } from '#core/server/database/statement.ts'
import type { MigrationStatus } from '../contract.ts'
import { toLms, getNewestRun } from './runs.ts'
import { getSite } from './site.ts'
import type { Training } from './training.ts'

const counts = z.object({ courses: z.number().int(), modules: z.number().int() })

const countBuiltIn = statement(
  counts,
  `select count(distinct c.id)::int as courses,
      count(h.id) filter (where c.original_project_id <> all ($failed::uuid[]))::int as modules
    from lms_courses c
    left join lms_chapters h on h.owner = c.owner and h.course_id = c.id and h.deleted_at is null and h.origin_id is not null
   where c.owner = $owner and c.original_project_id is not null and c.deleted_at is null`,
)

// Publishing is the last step, when a course is complete.
const countOnSite = statement(
  counts,
  `select count(*)::int as courses,
      count(*) filter (where subject <> all (select 'module ' || f from unnest($failed::uuid[]) f))::int as modules
    from lms_frappe_documents
    where site = $site and type = 'LMS Course fields'`,
)

// Items that an aborted run has not reached keep the result of the run before. Limited to the platform, like the counted
// modules: an organization's own are not part of the total.
const selectFailedSubjects = statement(
  z.object({ subjectId: z.uuid() }),
  `select subject_id as "subjectId" from (
      select distinct on (i.subject_id) i.subject_id, i.outcome
        from lms_embedded_runs r join lms_embedded_items i on i.run_id = r.id
       where r.kind = 'modules' and not r.is_dry_run and r.target = $target and coalesce(r.site, $site::text) is not distinct from $site::text
         and i.outcome <> 'waiting' and i.organization_id is null and i.subject_id is not null
       order by i.subject_id, r.started_at desc, r.id desc
    ) newest where outcome = 'failed'`,
)

/** Counts modules of the platform's projects that have become courses (spec part 2, section 3). */
export async function readStatus(scope: PlatformScope, training: Training | undefined): Promise<MigrationStatus> {
  const site = await getSite(scope).catch(() => undefined)
  const projects = (await training?.projectsWithModules(scope)) ?? []
  const total = projects.reduce((sum, { moduleCount }) => sum + moduleCount, 0)
  const failedSubjects = await scope.rows(selectFailedSubjects, toLms(site))
  const ids = failedSubjects.map(({ subjectId }) => subjectId)
  const [found = { courses: 0, modules: 0 }] = site
    ? await scope.rows(countOnSite, { site: site.baseUrl, failed: ids })
    : await scope.rows(countBuiltIn, { owner: PLATFORM_OWNER, failed: ids })
  const completed = Math.min(total, found.modules)
  // In the built-in LMS an item of a run is a project, on a site it is a module.
  const lost = site
    ? ids.length
    : projects.reduce((sum, { projectId, moduleCount }) => sum + (ids.includes(projectId) ? moduleCount : 0), 0)
  const failed = Math.min(total - completed, lost)
  return {
    totalTrainingModules: total,
    completedMigrations: completed,
    pendingMigrations: total - completed - failed,
    failedMigrations: failed,
    migratedCourses: found.courses,
    runs: {
      modules: (await getNewestRun(scope, 'modules')) ?? null,
      users: (await getNewestRun(scope, 'users')) ?? null,
    },
  }
}
