import { mount, type MountedContract } from '#core/server/http/mount.ts'
import { modulesContract } from '../contract.ts'
import { copiesContract } from '../copy-contract.ts'
import { draftsContract } from '../draft-contract.ts'
import { listCatalogChanges, decideChanges } from './copies.ts'
import { listDeleted } from './deleted.ts'
import { dropDraft, saveDraft, readBuilder } from './drafts.ts'
import { listModules, type Projects } from './modules.ts'
import { saveModules } from './saving.ts'

export const modulesRoutes = (projects: Projects): MountedContract =>
  mount(modulesContract, {
    listModules: (scope, projectId) => listModules(scope, projects, projectId),
    saveModules: (scope, projectId, body) => saveModules(scope, projects, projectId, body),
  })

export const draftsRoutes = (projects: Projects): MountedContract =>
  mount(draftsContract, {
    builderState: (scope, projectId) => readBuilder(scope, projects, projectId),
    keepDraft: (scope, projectId, body) => saveDraft(scope, projects, projectId, body),
    dropDraft: async (scope, projectId) => {
      await projects.getProject(scope, projectId)
      await dropDraft(scope, projectId)
    },
    listDeleted: (scope, projectId) => listDeleted(scope, projects, projectId),
  })

export const copiesRoutes = (projects: Projects): MountedContract =>
  mount(copiesContract, {
    catalogChanges: (scope, projectId) => listCatalogChanges(scope, projects, projectId),
    decideChanges: (scope, projectId, body) => decideChanges(scope, projects, projectId, body),
  })
