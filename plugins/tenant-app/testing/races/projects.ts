import { create, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import type { Project } from '../../base/projects/contract.ts'
import { scheduleSession } from '../sessions.ts'
import { endsWithSecond, rowsOf, tellsSecond } from './outcomes.ts'

/** Makes a project of the organization. */
async function makeOwnProject({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id, adoption, updatedAt } = await create<Project>(by, '/api/projects', { title: randomText() })
  return { by, id, adoption, updatedAt, project: `/api/projects/${id}` }
}

export const projectRaces: Races = {
  'plugins/tenant-app/base/projects/server/adopt-projects.ts lockAdoption': async (world) => {
    const { by, project, adoption } = await makeOwnProject(world)
    const change = () =>
      by.put(`${project}/adoption`, { instructorNotes: randomText(), updatedAt: adoption?.updatedAt ?? null })
    return tellsSecond(change, change)
  },
  'plugins/tenant-app/base/projects/server/adopt-projects.ts lockAdoptionShared': async (world) => {
    const { by, id, project } = await makeOwnProject(world)
    return {
      ...endsWithSecond(
        () => scheduleSession(world.platform, by, { projectId: id }),
        () => by.put(`${project}/adoption`, { status: 'archived' }),
        () => rowsOf(world, 'sessions'),
      ),
      heldBefore: /^insert into "sessions"/,
    }
  },
  'plugins/tenant-app/base/projects/server/save-projects.ts lockProject': async (world) => {
    const { by, project, updatedAt } = await makeOwnProject(world)
    const change = () => by.put(project, { title: randomText(), updatedAt })
    return tellsSecond(change, change)
  },
}
