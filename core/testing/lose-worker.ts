import { PgBoss } from 'pg-boss'
import { query } from './query.ts'

/**
 * Lets the worker of jobs be lost: sets their last sign of life back, and looks for lost workers until the jobs are no
 * longer its. A worker that lives gives signs meanwhile.
 */
export async function loseWorker(databaseUrl: string, names: readonly string[]): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schedule: false, monitorIntervalSeconds: 1, max: 1 })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const active = () =>
      query<{ name: string }>(
        databaseUrl,
        `update pgboss.job set heartbeat_on = now() - interval '1 hour'
          where state = 'active' and retry_count = 0 and name = any ($1) returning name`,
        [names],
      )
    while ((await active()).length > 0) await boss.supervise()
  } finally {
    await boss.stop({ graceful: false })
  }
}
