import { z } from 'zod'
import type { Core, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { subscribe } from '#core/server/events/events.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { modulesSaved } from '#plugins/training-builder/plugin.ts'
import { buildCourse, retireCourse } from './built-in/building.ts'
import { runInScope } from './migration.ts'
import type { TrainedProject, Training } from './training.ts'

type CourseTexts = Record<'title' | 'description' | 'category' | 'difficulty', string>

/** Rebuilds a project's course after its modules were saved, for learners who begin then. */
export const renewOnSave = (training: Training) =>
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
      await ignoreRefusal(core, { tenantId, projectId }, () => runInScope(core, tenantId, renew))
    },
  })

async function makeAnew(
  core: Core,
  training: Training,
  tenantId: string | null,
  project: TrainedProject,
): Promise<void> {
  const { projectId } = project
  await ignoreRefusal(core, { tenantId, projectId }, () =>
    runInScope(core, tenantId, async (scope) => {
      const { modules } = await training.modulesOf(scope, projectId)
      await buildCourse(scope, { project, modules })
    }),
  )
}

async function ignoreRefusal(
  core: Core,
  of: { tenantId: string | null; projectId: string },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    // A retry would fail the same way; a migration reports the reason.
    if (!(error instanceof AppError)) throw error
    core.log.warn({ err: error, ...of }, 'a course could not be made of training modules')
  }
}

/** Checks if a course differs from its project, which its author may have intended. */
const isOther = (course: CourseTexts, project: CourseTexts) =>
  (['title', 'description', 'category', 'difficulty'] as const).some((name) => course[name] !== project[name])

const selectTaughtProjects = statement(
  z.object({
    tenantId: z.uuid().nullable(),
    projectId: z.uuid(),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    difficulty: z.string(),
  }),
  `select c.tenant_id as "tenantId", c.original_project_id as "projectId", c.title, c.description, c.category, c.difficulty
    from lms_courses c left join tenants t on t.id = c.tenant_id
   where c.original_project_id is not null and c.deleted_at is null and c.status = 'published'
     and (c.tenant_id is null or t.status in ('active', 'trial'))`,
)

/**
 * Archives courses of deactivated projects, which are no longer taught, and rebuilds those whose project was renamed or
 * recategorized.
 */
export const retireCourses = (training: Training) =>
  defineJob({
    name: 'lms.retire-training-courses',
    scope: 'none',
    payload: z.object({}),
    schedule: { cron: '*/15 * * * *', tz: 'UTC' },
    run: async (core) => {
      const courses = await core.db.platform(systemActor, (scope) => scope.rows(selectTaughtProjects))
      for (const [tenantId, made] of Map.groupBy(courses, ({ tenantId: owner }) => owner)) {
        const other = await runInScope(core, tenantId, async (scope) => {
          const active = new Map((await training.projectsWithModules(scope)).map((one) => [one.projectId, one]))
          for (const { projectId } of made) if (!active.has(projectId)) await retireCourse(scope, projectId)
          return made.flatMap((course) => {
            const project = active.get(course.projectId)
            return project && isOther(course, project) ? [project] : []
          })
        })
        for (const project of other) await makeAnew(core, training, tenantId, project)
      }
    },
  })
