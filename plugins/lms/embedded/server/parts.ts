import type { PluginParts } from '#core/server/plugin.ts'
import { prepareRun } from './prepare.ts'
import { embeddedRoutes } from './routes.ts'
import type { Training } from './training.ts'
import { runJob, watchJob } from './work.ts'

/** Adds the embedded LMS to what the plugin puts into the platform. @param training undefined where that plugin is off */
export function withEmbedded(
  training: Training | undefined,
  { routes = [], jobs = [], ...parts }: PluginParts<undefined>,
): PluginParts<undefined> {
  const job = runJob(prepareRun)
  return { ...parts, routes: [...routes, embeddedRoutes(training, job)], jobs: [...jobs, job, watchJob(job)] }
}
