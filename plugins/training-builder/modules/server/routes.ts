import { mount, type MountedContract } from '#core/server/http/mount.ts'
import { modulesContract } from '../contract.ts'
import { copiesContract } from '../copy-contract.ts'
import { draftsContract } from '../draft-contract.ts'
import { catalogChangesOf, decideChanges } from './copies.ts'
import { listDeleted } from './deleted.ts'
import { dropDraft, keepDraft, readBuilder } from './drafts.ts'
import { listModules, type Projects } from './modules.ts'
import { saveModules } from './saving.ts'

export const modulesRoutes = (projects: Projects): MountedContract =>
  mount(modulesContract, {
    listModules: (scope, { params }) => listModules(scope, projects, params.projectId),
    saveModules: (scope, { params, body }) => saveModules(scope, projects, params.projectId, body),
  })

export const draftsRoutes = (projects: Projects): MountedContract =>
  mount(draftsContract, {
    builderState: (scope, { params }) => readBuilder(scope, projects, params.projectId),
    keepDraft: (scope, { params, body }) => keepDraft(scope, projects, params.projectId, body),
    dropDraft: async (scope, { params }) => {
      await projects.getProject(scope, params.projectId)
      await dropDraft(scope, params.projectId)
    },
    listDeleted: (scope, { params }) => listDeleted(scope, projects, params.projectId),
  })

export const copiesRoutes = (projects: Projects): MountedContract =>
  mount(copiesContract, {
    catalogChanges: (scope, { params }) => catalogChangesOf(scope, projects, params.projectId),
    decideChanges: (scope, { params, body }) => decideChanges(scope, projects, params.projectId, body),
  })
