import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, start, stop } from './children.ts'

interface Migration {
  /** With at least 5,000 users. */
  databaseUrl: string
  dataDir: string
}

const PROJECTS = 20
const MODULES = 10
const SECTIONS = 5

interface Status {
  runs: { modules: { status: string; message: string } | null }
}

/** Measures how long 200 training modules take to become courses of the built-in LMS, from call to end of the job. */
export async function measureMigration({ databaseUrl, dataDir }: Migration): Promise<void> {
  await fill(databaseUrl)
  const { admin } = await accounts(databaseUrl)
  const server = await start('platform-server.ts', ['--working'], databaseUrl, dataDir)
  const host = 'localhost'
  const { cookie } = await call(server.port, '/api/login', { host }, { email: admin, password: PASSWORD })
  for (const how of ['made', 'made again, where nothing has changed']) {
    const began = performance.now()
    const { status } = await call(server.port, '/api/frappe-lms/migrate/training-modules', { host, cookie }, {})
    if (status !== 202) throw new Error(`The migration was answered ${status}`)
    let run: Status['runs']['modules'] = null
    while (run?.status !== 'done') {
      await pause(50)
      run = ((await call(server.port, '/api/frappe-lms/migration/status', { host, cookie })).body as Status).runs
        .modules
      if (run?.status === 'failed') throw new Error(run.message)
    }
    const seconds = (performance.now() - began) / 1000
    report(`\n${PROJECTS * MODULES} training modules become courses, ${how}: ${seconds.toFixed(2)} s (${run.message})`)
  }
  await stop(server)
}

async function fill(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with p as (insert into projects (title, description)
        select 'Bench project ' || n, 'What there is to make' from generate_series(1, $1::int) n returning id),
      l as (insert into training_lists (project_id, version) select id, 1 from p returning id)
      insert into training_modules (list_id, title, description, estimated_duration, content, position)
        select l.id, 'Module ' || m, 'What there is to know about it.', 30, jsonb_build_object('sections', (
            select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'title', 'Section ' || s, 'type', 'instruction',
              'duration', 10, 'interactive', false, 'required', true,
              'content', jsonb_build_object('text', repeat('What there is to know about it. ', 60)))) from generate_series(1, $3::int) s
          )), m
          from l, generate_series(1, $2::int) m`,
    [PROJECTS, MODULES, SECTIONS],
  )
  await client.end()
}
