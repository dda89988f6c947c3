import { mount, type MountedContract } from '#core/server/http/mount.ts'
import { modulesContract } from '../contract.ts'
import { listModules, type Projects } from './modules.ts'
import { saveModules } from './saving.ts'

export const modulesRoutes = (projects: Projects): MountedContract =>
  mount(modulesContract, {
    listModules: (scope, { params }) => listModules(scope, projects, params.projectId),
    saveModules: (scope, { params, body }) => saveModules(scope, projects, params.projectId, body),
  })
