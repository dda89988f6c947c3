import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { syncBuiltIn } from './enrolling.ts'
import { FrappeError } from './frappe/failure.ts'
import { Keeper } from './frappe/keeper.ts'
import { migrateBuiltIn, migrateToFrappe } from './migration.ts'
import type { Performing, Prepare, PreparedRun } from './performing.ts'
import { rejectMoved } from './runs.ts'
import { newClient, getCurrentSite } from './site.ts'
import { syncWithFrappe } from './sync.ts'
import type { Training } from './training.ts'

/** Prepares a run by its kind and target. @param training undefined while that plugin is off */
export const prepareWith =
  (training: Training | undefined): Prepare =>
  async (core, run, hold) => {
    const site = await getCurrentSite(core)
    rejectMoved(run, site)
    if (!site) return prepareBuiltIn(core, training, run)
    const client = newClient(core, site, { beforeEach: hold })
    const account = await client.read('frappe.auth.get_logged_user')
    if (typeof account !== 'string') throw new FrappeError('foreign', 'What answers there is no Frappe site.')
    const keeper = new Keeper(core, client, { site: site.baseUrl, account, isDryRun: run.isDryRun })
    return run.kind === 'users'
      ? syncWithFrappe(core, keeper, { id: run.id, site: site.baseUrl })
      : migrateToFrappe(core, requireTraining(training), keeper, run.id)
  }

const prepareBuiltIn = (core: Core, training: Training | undefined, run: PreparedRun): Performing =>
  run.kind === 'users' ? syncBuiltIn(core, run) : migrateBuiltIn(core, requireTraining(training), run)

function requireTraining(training: Training | undefined): Training {
  if (training) return training
  throw new AppError('embedded-lms.no-training', 409, 'There are no training modules: their plugin is off.')
}
