import pg from 'pg'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, printLatencies, start, stop } from './children.ts'

const COURSES = 50
const INSTRUCTORS = 1000
const ROUNDS = 50

interface Training {
  /** With at least 5,000 users. */
  databaseUrl: string
  dataDir: string
}

/** Measures what admins wait for at the training of a thousand instructors in fifty courses, half of them required. */
export async function measureTraining({ databaseUrl, dataDir }: Training): Promise<void> {
  const { admin, member, tenantId, subdomain } = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const signIn = async (host: string, email: string) => {
    const { cookie } = await call(platform.port, '/api/login', { host }, { email, password: PASSWORD })
    return { host, cookie }
  }
  const author = await signIn('localhost', admin)
  const reader = await signIn(`${subdomain}.localhost`, member)
  const send = async (method: 'POST' | 'PUT', path: string, body: object, by = author) => {
    const answer = await call(platform.port, path, by, body, method)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`)
    return answer.body as { id: string }
  }
  for (let number = 1; number <= COURSES; number++) {
    const { id } = await send('POST', '/api/lms/courses', { title: `Course ${number}` })
    await send('POST', '/api/lms/lessons', { courseId: id, title: 'Welcome' })
    await send('PUT', `/api/lms/courses/${id}`, { status: 'published' })
    if (number % 2 > 0) continue
    const rule = { isHidden: false, requiredFor: 'instructors', requiredUntil: '2026-01-31' }
    await send('PUT', `/api/tenant/courses/${id}/rule`, rule, reader)
  }
  await enrollAll(databaseUrl, tenantId)
  report(`\n${INSTRUCTORS} instructors and ${COURSES} courses`)
  const progress = '/api/tenant/instructor-training-progress'
  await printLatencies(
    platform.port,
    [progress, `${progress}?limit=25`, `${progress}/figures`, '/api/tenant/course-statistics'],
    reader,
    ROUNDS,
  )
  await stop(platform)
}

/** Each takes two courses of three. */
async function enrollAll(databaseUrl: string, tenantId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
      select $1, 'teacher-' || n, 'teacher-' || n || '@example.org', '', 'Grace', 'Hopper ' || n, 'instructor'
        from generate_series(1, $2::int) n`,
    [tenantId, INSTRUCTORS],
  )
  await client.query(
    `insert into lms_enrollments (tenant_id, user_id, course_id, version, progress, enrolled_at, completed_at)
      select $1, u.id, c.id, 1, case when c.part = 0 then 100 else 40 end, now(), case when c.part = 0 then now() end
        from users u cross join (select id, row_number() over (order by id) % 3 as part from lms_courses where tenant_id is null) c
        where u.tenant_id = $1 and u.role = 'instructor' and c.part < 2`,
    [tenantId],
  )
  await client.query('analyze')
  await client.end()
}
