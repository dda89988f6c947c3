import { definePlugin } from '#core/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { getModules, listProjectsWithModules } from './modules/server/modules.ts'
import { copiesRoutes, draftsRoutes, modulesRoutes } from './modules/server/routes.ts'
import { trainingPersonalData } from './personal-data.ts'
import { seedTraining } from './seed/seed.ts'

export { modulesSaved } from './modules/server/events.ts'

const services = { modulesOf: getModules, projectsWithModules: listProjectsWithModules }

/** Modules in which instructors are trained for projects, and where they are written. */
export const trainingBuilder = definePlugin({
  id: 'training-builder',
  dependsOn: { tenantApp },
  migrations: new URL('./migrations/', import.meta.url),
  // Named after the version that it began with, which a restore may take away.
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
