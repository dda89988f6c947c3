import type { PluginParts } from '#core/server/plugin.ts'
import { prepareWith } from './prepare.ts'
import { renewOnSave, retireCourses } from './renewing.ts'
import { embeddedRoutes } from './routes.ts'
import type { Training } from './training.ts'
import { runJob, watchJob } from './work.ts'

/** Adds the embedded LMS to the plugin's parts. @param training undefined while that plugin is off */
export function withEmbedded(
  training: Training | undefined,
  { routes = [], jobs = [], subscriptions = [], ...parts }: PluginParts<undefined>,
): PluginParts<undefined> {
  const job = runJob(prepareWith(training))
  return {
    ...parts,
    routes: [...routes, embeddedRoutes(training, job)],
    jobs: [...jobs, job, watchJob(job), ...(training ? [retireCourses(training)] : [])],
    subscriptions: [...subscriptions, ...(training ? [renewOnSave(training)] : [])],
  }
}
