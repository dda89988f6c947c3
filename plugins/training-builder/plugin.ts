import { definePlugin } from '#core/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { getModules, listProjectsWithModules } from './modules/server/modules.ts'
import { copiesRoutes, draftsRoutes, modulesRoutes } from './modules/server/routes.ts'
import { trainingPersonalData } from './personal-data.ts'
import { seedTraining } from './seed/seed.ts'

export { modulesSaved } from './modules/server/events.ts'

const services = { modulesOf: getModules, projectsWithModules: listProjectsWithModules }

/** Plugin for modules that train instructors for projects, with their editor. */
export const trainingBuilder = definePlugin({
  id: 'training-builder',
  dependsOn: { tenantApp },
  migrations: new URL('./migrations/', import.meta.url),
  // Drafts reference the version that they began with, which a restore may remove.
  storage: { ephemeral: ['training_drafts'] },
  personalData: trainingPersonalData,
  setup: (_core, dependencies) => ({
    services,
    entitlements: ['training-builder'],
    seed: (scope) => seedTraining(scope, dependencies.tenantApp),
    routes: [
      modulesRoutes(dependencies.tenantApp),
      draftsRoutes(dependencies.tenantApp),
      copiesRoutes(dependencies.tenantApp),
    ],
  }),
})
