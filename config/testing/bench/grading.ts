import pg from 'pg'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, printLatencies, start, stop } from './children.ts'

const LEARNERS = 500
const LESSONS = 60
/** Works of each learner, in the queue. */
const WORKS_EACH = 20
const ROUNDS = 50

interface Grading {
  /** With at least 5,000 users. */
  databaseUrl: string
  dataDir: string
}

/** Measures what graders wait for: a queue of ten thousand submissions, and grades of five hundred in sixty lessons. */
export async function measureGrading({ databaseUrl, dataDir }: Grading): Promise<void> {
  const { admin, member, tenantId, subdomain } = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const signIn = async (host: string, email: string) => {
    const { cookie } = await call(platform.port, '/api/login', { host }, { email, password: PASSWORD })
    return { host, cookie }
  }
  const author = await signIn('localhost', admin)
  const reader = await signIn(`${subdomain}.localhost`, member)
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await call(platform.port, path, author, body, method)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`)
    return answer.body as { id: string }
  }
  const { id } = await send('POST', '/api/lms/courses', { title: 'Bridges', audience: 'everybody' })
  for (let number = 1; number <= LESSONS; number++) {
    await send('POST', '/api/lms/lessons', { courseId: id, title: `Bridge ${number}`, contentType: 'assignment' })
  }
  await send('PUT', `/api/lms/courses/${id}`, { status: 'published' })
  await submitAll(databaseUrl, tenantId, id)
  report(`\n${LEARNERS * WORKS_EACH} submissions, and ${LEARNERS} learners by ${LESSONS} lessons`)
  const queue = '/api/tenant/grading/work'
  const gradebook = `/api/tenant/courses/${id}/gradebook`
  await printLatencies(
    platform.port,
    [
      queue,
      `${queue}?state=everything`,
      `${queue}?search=hopper%2042`,
      '/api/tenant/grading/lessons',
      gradebook,
      `${gradebook}?limit=${LEARNERS}&lessonLimit=${LESSONS}`,
    ],
    reader,
    ROUNDS,
  )
  await stop(platform)
}

/** Every learner has a score in each lesson, and twenty submissions that wait, are graded or posted. */
async function submitAll(databaseUrl: string, tenantId: string, courseId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await submitWork(client, tenantId, courseId).finally(() => client.end())
}

async function submitWork(client: pg.Client, tenantId: string, courseId: string): Promise<void> {
  await client.query(
    `with people as (
       insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
       select $1, 'pupil-' || n, 'pupil-' || n || '@example.org', '', 'Grace', 'Hopper ' || n, 'student'
         from generate_series(1, $2::int) n returning id
     )
     insert into lms_enrollments (tenant_id, user_id, course_id, version, required) select $1, id, $3, 1, $4 from people`,
    [tenantId, LEARNERS, courseId, LESSONS],
  )
  await client.query(
    `insert into lms_lesson_progress (tenant_id, enrollment_id, user_id, course_id, lesson_id, score, is_awaiting_grade)
      select e.tenant_id, e.id, e.user_id, e.course_id, l.id, 80, l.place <= $3
        from lms_enrollments e
          cross join (select id, row_number() over (order by id) as place from lms_lessons where course_id = $2) l
        where e.tenant_id = $1 and e.course_id = $2`,
    [tenantId, courseId, WORKS_EACH],
  )
  await client.query(
    `insert into lms_work (tenant_id, kind, subject_id, course_id, lesson_id, enrollment_id, user_id, cycle, number, course,
        lesson, handed_in_at, state)
      select tenant_id, 'hand-in', gen_random_uuid(), course_id, lesson_id, enrollment_id, user_id, 1, 1, 'Bridges',
          'A bridge', now() - nth * interval '1 minute',
          (array['waiting', 'waiting', 'graded', 'posted'])[(1 + nth % 4)::int]
        from (select *, row_number() over (order by id) as nth from lms_lesson_progress
          where tenant_id = $1 and course_id = $2 and is_awaiting_grade) p`,
    [tenantId, courseId],
  )
  await client.query('analyze')
}
