import { made, some, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import type { Project } from '../../projects/contract.ts'
import { scheduleSession } from '../sessions.ts'
import { endsWithSecond, rowsOf, tellsSecond } from './outcomes.ts'

/** Makes a project of the organization. */
async function own({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id, adoption, updatedAt } = await made<Project>(by, '/api/projects', { title: some() })
  return { by, id, adoption, updatedAt, project: `/api/projects/${id}` }
}

export const projectRaces: Races = {
  'plugins/tenant-app/projects/server/adopting.ts held': async (world) => {
    const { by, project, adoption } = await own(world)
    const change = () =>
      by.put(`${project}/adoption`, { instructorNotes: some(), updatedAt: adoption?.updatedAt ?? null })
    return tellsSecond(change, change)
  },
  'plugins/tenant-app/projects/server/adopting.ts used': async (world) => {
    const { by, id, project } = await own(world)
    return {
      ...endsWithSecond(
        () => scheduleSession(world.platform, by, { projectId: id }),
        () => by.put(`${project}/adoption`, { status: 'archived' }),
        () => rowsOf(world, 'sessions'),
      ),
      heldBefore: /^insert into "sessions"/,
    }
  },
  'plugins/tenant-app/projects/server/authoring.ts held': async (world) => {
    const { by, project, updatedAt } = await own(world)
    const change = () => by.put(project, { title: some(), updatedAt })
    return tellsSecond(change, change)
  },
}
