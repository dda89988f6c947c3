import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { subscribe } from '#core/server/events/events.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { modulesSaved } from '#plugins/training-builder/server/plugin.ts'
import { buildCourse, retireCourse } from './built-in/building.ts'
import { inScopeOf } from './migration.ts'
import type { Training } from './training.ts'

/** Makes a project's course anew when its modules were saved: those who begin then have it as it is. */
export const renewing = (training: Training) =>
  subscribe(modulesSaved, {
    runs: 'later',
    name: 'lms.renew-training-course',
    scope: 'none',
    run: async (core, { tenantId, projectId }) => {
      const renew = async (scope: Scope) => {
        const project = (await training.projectsWithModules(scope)).find((one) => one.projectId === projectId)
        if (!project) return retireCourse(scope, projectId)
        const { modules } = await training.modulesOf(scope, projectId)
        return buildCourse(scope, { project, modules })
      }
      try {
        await inScopeOf(core, tenantId, renew)
      } catch (error) {
        // It would be the same each time; a migration tells people why.
        if (!(error instanceof AppError)) throw error
        core.log.warn({ err: error, projectId, tenantId }, 'a course could not be made of training modules')
      }
    },
  })

const taught = statement(
  z.object({ tenantId: z.uuid().nullable(), projectId: z.uuid() }),
  `select c.tenant_id as "tenantId", c.original_project_id as "projectId"
    from lms_courses c left join tenants t on t.id = c.tenant_id
   where c.original_project_id is not null and c.deleted_at is null and c.status = 'published'
     and (c.tenant_id is null or t.status in ('active', 'trial'))`,
)

/** Takes courses of projects that were deactivated out of the catalogue: nobody teaches those any more. */
export const retiring = (training: Training) =>
  defineJob({
    name: 'lms.retire-training-courses',
    scope: 'none',
    payload: z.object({}),
    schedule: { cron: '*/15 * * * *', tz: 'UTC' },
    run: async (core) => {
      const courses = await core.db.platform(systemActor, (scope) => scope.rows(taught))
      for (const [tenantId, made] of Map.groupBy(courses, ({ tenantId: owner }) => owner)) {
        await inScopeOf(core, tenantId, async (scope) => {
          const active = new Set((await training.projectsWithModules(scope)).map(({ projectId }) => projectId))
          for (const { projectId } of made) if (!active.has(projectId)) await retireCourse(scope, projectId)
        })
      }
    },
  })
