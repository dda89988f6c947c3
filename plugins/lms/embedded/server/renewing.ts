import type { Scope } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { subscribe } from '#core/server/events/events.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { modulesSaved } from '#plugins/training-builder/server/plugin.ts'
import { buildCourse, retireCourse } from './built-in/building.ts'
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
        await (tenantId === null ? core.db.platform(systemActor, renew) : core.db.tenant(tenantId, systemActor, renew))
      } catch (error) {
        // It would be the same each time; a migration tells people why.
        if (!(error instanceof AppError)) throw error
        core.log.warn({ err: error, projectId, tenantId }, 'a course could not be made of training modules')
      }
    },
  })
