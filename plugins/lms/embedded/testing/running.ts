import { systemActor } from '#core/server/identity/actor.ts'
import { create, type World } from '#core/testing/calls.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import type { EmbeddedRun, RunItem, RunKind } from '../contract.ts'
import { API_KEY, API_SECRET, type FrappeSiteDouble } from './frappe-site.ts'

const paths: Record<RunKind, string> = {
  modules: '/api/frappe-lms/migrate/training-modules',
  users: '/api/frappe-lms/sync/users',
}

/** Runs waiting jobs, like a node with workers. */
export async function finishRuns({ core, platform }: TestPlatform): Promise<void> {
  const job = platform.parts.get('lms')?.jobs?.find(({ name }) => name === 'lms.embedded-run')
  const waiting = await core.db.platform(systemActor, ({ trx }) =>
    trx('lms_embedded_runs').whereNull('finished_at').pluck<string[]>('id'),
  )
  for (const runId of waiting) await job?.perform(core, null, { runId })
}

/** Ends runs of other tests: only one can be in progress. */
export const endRuns = ({ core }: Pick<TestPlatform, 'core'>): Promise<unknown> =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('lms_embedded_runs').whereNull('finished_at').update({ status: 'failed', finishedAt: core.clock.now() }),
  )

/** Begins to synchronize users, one of whom has failed. @returns the run, which is in progress */
export async function beginFailing({ admin, organization, platform }: World): Promise<EmbeddedRun> {
  await endRuns(platform)
  const { run } = await create<{ run: EmbeddedRun }>(admin, paths.users)
  const { id: userId } = await organization.user('instructor')
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lms_embedded_items').insert({ runId: run.id, position: 1, userId, outcome: 'failed' }),
  )
  return run
}

/** Begins a run, finishes it, and returns its end. */
export async function runToEnd(
  platform: TestPlatform,
  by: Client,
  kind: RunKind,
  body: object = {},
): Promise<EmbeddedRun> {
  const answer = await by.post(paths[kind], body)
  if (answer.status !== 202) throw new Error(`It answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  await finishRuns(platform)
  return getNewestRun(by, kind)
}

export const getNewestRun = async (by: Client, kind: RunKind): Promise<EmbeddedRun> =>
  ((await by.get('/api/frappe-lms/migration/status')).body as { runs: Record<RunKind, EmbeddedRun> }).runs[kind]

export const listItems = async (by: Client, { id }: EmbeddedRun, query = ''): Promise<RunItem[]> =>
  (await by.get(`/api/frappe-lms/runs/${id}/items${query}`)).body as RunItem[]

/** Configures a site in place of the built-in LMS. */
export async function useSite(by: Client, { url }: FrappeSiteDouble): Promise<void> {
  const answer = await by.put('/api/frappe-lms/config', { baseUrl: url, apiKey: API_KEY, apiSecret: API_SECRET })
  if (answer.status !== 200) throw new Error(`It answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
