import { AppError } from '#core/server/errors.ts'
import { FrappeError } from './frappe/failure.ts'
import { Keeper } from './frappe/keeping.ts'
import type { Prepare } from './performing.ts'
import { clientOf, currentSite } from './site.ts'
import { syncWithFrappe } from './sync.ts'

/** What is to be done, for what is done of which kind and where. */
export const prepareRun: Prepare = async (core, run, hold) => {
  const site = await currentSite(core)
  if ((site === undefined) === (run.target === 'frappe')) {
    throw new AppError('embedded-lms.moved', 409, 'The LMS is another one now. Start anew.')
  }
  if (run.kind === 'modules') {
    throw new AppError('embedded-lms.nothing', 409, 'There are no training modules to migrate.')
  }
  if (!site) throw new AppError('embedded-lms.nothing', 409, 'The built-in LMS has nothing to synchronize.')
  const client = clientOf(core, site, { beforeEach: hold })
  const account = await client.read('frappe.auth.get_logged_user')
  if (typeof account !== 'string') throw new FrappeError('foreign', 'What answers there is no Frappe site.')
  const keeper = new Keeper(core, client, { site: site.baseUrl, account, isDryRun: run.isDryRun })
  return syncWithFrappe(core, keeper, { id: run.id, site: site.baseUrl })
}
