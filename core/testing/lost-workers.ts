import { PgBoss } from 'pg-boss'
import { withLogin } from '#core/server/database/pool.ts'

/** Looks into a database beside the platform, as its login role. */
export const query = <Row extends object>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> =>
  withLogin(databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

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
