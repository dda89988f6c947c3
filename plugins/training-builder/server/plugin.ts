import { definePlugin } from '#core/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { modulesOf, projectsWithModules } from '../modules/server/modules.ts'
import { modulesRoutes } from '../modules/server/routes.ts'
import { trainingPersonalData } from './personal-data.ts'

export { modulesSaved } from '../modules/server/events.ts'

const services = { modulesOf, projectsWithModules }

/** Modules in which instructors are trained for projects, and where they are written. */
export const trainingBuilder = definePlugin({
  id: 'training-builder',
  dependsOn: { tenantApp },
  migrations: new URL('./migrations/', import.meta.url),
  personalData: trainingPersonalData,
  setup: (_core, dependencies) => ({
    services,
    routes: [modulesRoutes(dependencies.tenantApp)],
  }),
})
