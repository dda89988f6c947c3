import pg from 'pg'
import { quickHash } from '../../../core/testing/quick-hash.ts'
import { PASSWORD } from './accounts.ts'
import { call, type Child } from './children.ts'

export type Headers = Record<'host' | 'cookie', string>

/** Sign-ins at the same time. */
const MAX_SIGN_INS_AT_ONCE = 8

interface Enrolled {
  tenantId: string
  subdomain: string
  courseId: string
  /** Lessons that count in its first version. */
  lessons: number
  count: number
}

/** Instructors of one organization who take a course, signed in. */
export async function enrollLearners(
  { port }: Child,
  databaseUrl: string,
  { tenantId, subdomain, courseId, lessons, count }: Enrolled,
): Promise<Headers[]> {
  const people = await query<{ email: string }>(
    databaseUrl,
    `with people as (
       insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
       select $1, 'learner-' || n, 'learner-' || n || '@example.org', $5, 'Grace', 'Hopper ' || n, 'instructor'
         from generate_series(1, $2::int) n returning id, email
     ), enrolled as (
       insert into lms_enrollments (tenant_id, user_id, course_id, version, required) select $1, id, $3, 1, $4 from people
     )
     select email from people`,
    [tenantId, count, courseId, lessons, quickHash(PASSWORD)],
  )
  await query(databaseUrl, 'analyze')
  const host = `${subdomain}.localhost`
  const learners: Headers[] = []
  for (let first = 0; first < count; first += MAX_SIGN_INS_AT_ONCE) {
    const signIn = async ({ email }: { email: string }) => {
      const { status, cookie } = await call(port, '/api/login', { host }, { email, password: PASSWORD })
      if (status !== 200) throw new Error(`Signing in as ${email} answered ${status}`)
      return { host, cookie }
    }
    learners.push(...(await Promise.all(people.slice(first, first + MAX_SIGN_INS_AT_ONCE).map(signIn))))
  }
  return learners
}

/** Sends a request of an author, or of any other user, that must succeed. */
export async function send<Answered = { id: string }>(
  { port }: Child,
  by: Headers,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Answered> {
  const answer = await call(port, path, by, body, method)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`)
  return answer.body as Answered
}

export async function query<Row extends pg.QueryResultRow = Record<string, string | number>>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(text, values)
  await client.end()
  return rows
}
