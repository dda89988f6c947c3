import { freePort } from '#core/server/database/ports.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

test(
  'kill -9 in the middle of creating organizations: all or nothing for each',
  { timeout: 960_000 },
  async ({ platform }) => {
    const admin = await platform.superAdmin()
    const port = await freePort()
    const node = spawn(process.execPath, [fileURLToPath(new URL('../../../cli/main.ts', import.meta.url)), 'serve'], {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        DATABASE_URL: platform.databaseUrl,
        DATA_DIR: platform.core.env.dataDir,
        SESSION_KEY: platform.core.env.sessionKey.toString('hex'),
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    })
    const ended = once(node, 'exit')
    const origin = `http://localhost:${port}`
    await expect
      .poll(
        () =>
          fetch(`${origin}/api/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 720_000 },
      )
      .toBe(true)

    let created = 0
    const creations = Array.from({ length: 60 }, async (_, number) => {
      const answer = await fetch(`${origin}/api/tenants`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: admin.cookie ?? '' },
        body: JSON.stringify({ name: `Crash ${number}`, adminEmail: `admin${number}@crash.example` }),
      }).catch(() => undefined)
      if (answer?.status === 201) created++
      // Somewhere in the middle of the others.
      if (created === 10) node.kill('SIGKILL')
    })
    await Promise.all([ended, ...creations])

    const made = await platform.core.db.platform(systemActor, async ({ trx }) => {
      const { rows } = await trx.raw<{ rows: { name: string; admins: number; mails: number; records: number }[] }>(`
      select t.name, (select count(*)::int from users u where u.tenant_id = t.id and u.role = 'tenant_admin') as admins,
             (select count(*)::int from mail_messages m where m.tenant_id = t.id) as mails,
             (select count(*)::int from audit_logs a where a.resource_id = t.id::text) as records
        from tenants t where t.name like 'Crash %'`)
      return rows
    })
    expect(made.length).toBeGreaterThanOrEqual(created)
    expect(created).toBeLessThan(60)
    expect(made.filter(({ admins, mails, records }) => admins !== 1 || mails !== 1 || records !== 1)).toEqual([])
    expect((await admin.post('/api/tenants', { name: 'After', adminEmail: 'admin@after.example' })).status).toBe(201)
  },
)
