import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { report } from '../../../core/testing/report.ts'
import { call, start, stop } from './children.ts'

interface Export {
  /** With the synthetic students of one organization. */
  databaseUrl: string
  dataDir: string
  subdomain: string
  tenantId: string
  /** Signs the organization's admin in. */
  cookieOf: (port: number) => Promise<string>
}

/** Marks of attendance that the organization has at least. */
const MARKS = 200_000

interface Made {
  id: string
  status: string
  size: number
  rowCount: number
}

/** Measures how long all data of an organization takes to become one archive, from the call to the file. */
export async function measureExport({ databaseUrl, dataDir, subdomain, tenantId, cookieOf }: Export): Promise<void> {
  await fill(databaseUrl, tenantId)
  const server = await start('platform-server.ts', ['--working'], databaseUrl, dataDir)
  const headers = { host: `${subdomain}.localhost`, cookie: await cookieOf(server.port) }
  const began = performance.now()
  const { status, body } = await call(server.port, '/api/exports', headers, {})
  if (status !== 202) throw new Error(`The export was answered ${status}: ${JSON.stringify(body)}`)
  const { id } = body as Made
  let made: Made | undefined
  while (made?.status !== 'ready') {
    await pause(100)
    const listed = (await call(server.port, '/api/exports?limit=10', headers)).body as Made[]
    made = listed.find((one) => one.id === id)
    if (made?.status === 'failed') throw new Error('The export failed')
  }
  const seconds = (performance.now() - began) / 1000
  report(
    `\nexport of all data: ${made.rowCount.toLocaleString('en-US')} rows, ${(made.size / 1024 ** 2).toFixed(1)} MB in ${seconds.toFixed(1)} s`,
  )
  await stop(server)
}

async function fill(databaseUrl: string, tenantId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into attendance_marks (id, tenant_id, session_id, student_id, number, mark, source, marked_by_name, marked_at)
      select gen_random_uuid(), p.tenant_id, p.session_id, p.student_id, 1000 + n, 'present', 'roster', 'Bench', now()
        from generate_series(1, 100000) n,
          lateral (select tenant_id, session_id, student_id from session_participants where tenant_id = $1) p
        limit $2`,
    [tenantId, MARKS],
  )
  await client.end()
}
