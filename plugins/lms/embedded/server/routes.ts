import { mount } from '#core/server/http/mount.ts'
import { embeddedContract, type RunKind } from '../contract.ts'
import { listEmbedded } from './courses.ts'
import { readHealth, testSite } from './health.ts'
import { beginRun, listItems, retryItem, stopRun, type RunJob } from './runs.ts'
import { changeSite, readConfig, removeSite } from './site.ts'
import { readStatus } from './status.ts'
import type { Training } from './training.ts'

const begun: Record<RunKind, string> = {
  modules: 'The training modules are being migrated',
  users: 'The users are being synchronized',
}

export const embeddedRoutes = (training: Training | undefined, job: RunJob) =>
  mount(embeddedContract, {
    embeddedConfig: readConfig,
    changeSite,
    removeSite,
    testSite: ({ core, http }, body) => testSite(core, http.actor, body),
    embeddedHealth: ({ core }) => readHealth(core),
    migrationStatus: (scope) => readStatus(scope, training),
    migrateModules: async (scope, body) => {
      const run = await beginRun(scope, job, { kind: 'modules', isDryRun: body?.dryRun ?? false })
      return { message: begun.modules, run }
    },
    syncUsers: async (scope, body) => {
      const run = await beginRun(scope, job, { kind: 'users', isDryRun: body?.dryRun ?? false })
      return { message: begun.users, run }
    },
    listRunItems: listItems,
    retryItem: async (scope, id, position) => {
      const run = await retryItem(scope, job, { id, position })
      return { message: 'It is being tried again', run }
    },
    stopRun: async (scope, id) => ({ message: 'It was stopped', run: await stopRun(scope, id) }),
    embeddedCourses: ({ core }, query) => listEmbedded(core, query),
  })
