import pg from 'pg'
import { hashPassword } from '#core/server/identity/passwords.ts'
import { PASSWORD } from './accounts.ts'
import { call, printLatencies } from './children.ts'

interface Families {
  /** Port of a running platform, whose database has students with scores and points. */
  port: number
  databaseUrl: string
  tenantId: string
  host: string
}

const OVERVIEWS_PATH = '/api/children/overviews'

/** Measures how long the requests of a parent's and a student's page take, among all the others. */
export async function measureFamilies({ port, databaseUrl, tenantId, host }: Families): Promise<void> {
  const { parent, child, student } = await people(databaseUrl, tenantId)
  const signIn = async (email: string) => ({
    host,
    cookie: (await call(port, '/api/login', { host }, { email, password: PASSWORD })).cookie,
  })
  const sections = ['sessions', 'absences', 'consents', 'contacts'].map(
    (section) => `/api/children/${child}/${section}`,
  )
  await printLatencies(port, [OVERVIEWS_PATH, ...sections], await signIn(parent), 100)
  await printLatencies(port, [OVERVIEWS_PATH], await signIn(student), 100)
}

/** A guardian of several children, one of these, and a student with an account; their passwords are known from now on. */
async function people(databaseUrl: string, tenantId: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const hash = await hashPassword(PASSWORD)
  const { rows } = await client.query<{ parent: string; child: string }>(
    `update users u set password_hash = $2, must_change_password = false from (
        select parent_id, min(student_id::text) as child from parent_students
          where tenant_id = $1 and may_see and not is_restricted
          group by parent_id order by count(*) desc, parent_id limit 1) l
      where u.id = l.parent_id returning u.email as parent, l.child`,
    [tenantId, hash],
  )
  await client.query(
    `with made as (
        insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
          values ($1, 'bench-student', 'bench-student@example.org', $2, 'Bench', 'Student', 'student') returning id
      )
      update students set user_id = (select id from made)
        where id = (select id from students where tenant_id = $1 and user_id is null and is_active order by id limit 1)`,
    [tenantId, hash],
  )
  await client.end()
  const [found] = rows
  if (!found) throw new Error('The seed made no guardians')
  return { ...found, student: 'bench-student@example.org' }
}
