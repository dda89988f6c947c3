import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DEMO_ADMIN } from '#core/server/tenancy/routes.ts'
import { report } from '../../../core/testing/report.ts'
import { call, printLatencies, quantile, start, stop } from './children.ts'

interface Attendance {
  /** With the synthetic sessions of one organization. */
  databaseUrl: string
  dataDir: string
  subdomain: string
  /** Signs the organization's admin in. */
  cookieOf: (port: number) => Promise<string>
  /** Seconds of one measurement; the marks of all instructors take twelve times as long, a minute at most. */
  seconds: number
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface Row {
  id: string
  email: string
  students: string[]
}

/** Sessions and attendance of an organization: single calls, and every instructor marking a session at once. */
export async function measureAttendance({
  databaseUrl,
  dataDir,
  subdomain,
  cookieOf,
  seconds,
}: Attendance): Promise<void> {
  const { running, coming } = await sessionsOf(databaseUrl, subdomain)
  const host = `${subdomain}.localhost`
  const server = await start('platform-server.ts', [], databaseUrl, dataDir)
  const headers = { host, cookie: await cookieOf(server.port) }
  const month = new Date(Date.now() - 10 * DAY_MS).toISOString()
  const later = new Date(Date.now() + 20 * DAY_MS).toISOString()
  const lists = ['/api/sessions?limit=24', '/api/sessions?limit=24&when=upcoming', '/api/sessions?limit=24&search=shop']
  await printLatencies(server.port, lists, headers, 100)
  await printLatencies(server.port, [`/api/calendar?from=${month}&to=${later}`], headers, 100)
  const [session] = coming
  if (!session) throw new Error('The seed made no sessions to come')
  const path = `/api/sessions/${session.id}`
  await printLatencies(server.port, [`${path}/participants`, `${path}/history`, `${path}/candidates`], headers, 100)
  await printMarking(server.port, running[0], headers)
  const dashboard = ['/api/attendance/overdue?limit=5', '/api/tenant/dashboard/stats', '/api/tenant/dashboard/panels']
  await printLatencies(server.port, dashboard, headers, 100)
  await stop(server)
  await markAtOnce({ databaseUrl, dataDir, host, running, within: Math.min(seconds * 12_000, MINUTE_MS) })
}

async function sessionsOf(databaseUrl: string, subdomain: string): Promise<{ running: Row[]; coming: Row[] }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row & { hasBegun: boolean }>(
    `select s.id, u.email, array_agg(p.student_id::text order by p.student_id) as students,
        s.start_date <= now() as "hasBegun"
      from sessions s join tenants t on t.id = s.tenant_id join users u on u.id = s.instructor_id
        join session_participants p on p.session_id = s.id
      where t.subdomain = $1 and s.status = 'scheduled' group by s.id, u.email order by s.id`,
    [subdomain],
  )
  await client.end()
  return { running: rows.filter(({ hasBegun }) => hasBegun), coming: rows.filter(({ hasBegun }) => !hasBegun) }
}

const markOf = (studentId: string | undefined, seen: number) => ({
  marks: [{ id: randomUUID(), studentId, mark: seen % 2 === 0 ? 'present' : 'late', seen }],
})

/** Saves marks of one student, each on top of the one before. @throws where one was not saved */
async function printMarking(port: number, session: Row | undefined, headers: Record<string, string>): Promise<void> {
  const times: number[] = []
  for (let seen = 0; seen < 110; seen++) {
    const began = performance.now()
    const body = markOf(session?.students[0], seen)
    const answer = await call(port, `/api/sessions/${session?.id}/attendance`, headers, body)
    // The first ones warm up.
    if (seen >= 10) times.push(performance.now() - began)
    if (!isSaved(answer)) throw new Error(`A mark was answered ${answer.status}`)
  }
  report(`| \`POST /api/sessions/{id}/attendance\` | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
}

const isSaved = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 && (body as { isSaved: boolean }[])[0]?.isSaved === true

interface AtOnce {
  databaseUrl: string
  dataDir: string
  host: string
  running: readonly Row[]
  /** Milliseconds in which all marks are made. */
  within: number
}

/**
 * Every instructor takes the attendance of a session, student by student, spread over the time. The server has no limits
 * of calls by address, since all of them come from one. A refused call makes the benchmark exit with 1.
 */
async function markAtOnce({ databaseUrl, dataDir, host, running, within }: AtOnce): Promise<void> {
  const server = await start('platform-server.ts', [], databaseUrl, dataDir)
  const cookies: string[] = []
  for (const { email } of running) {
    const { cookie } = await call(server.port, '/api/login', { host }, { email, password: DEMO_ADMIN.password })
    cookies.push(cookie)
  }
  const times: number[] = []
  let refused = 0
  await Promise.all(
    running.map(async ({ id, students }, instructor) => {
      const headers = { host, cookie: cookies[instructor] ?? '' }
      // The first of them has been marked while single calls were measured.
      const others = instructor === 0 ? students.slice(1) : students
      const step = within / Math.max(others.length, 1)
      await pause((instructor * step) / running.length)
      for (const student of others) {
        const began = performance.now()
        const answer = await call(server.port, `/api/sessions/${id}/attendance`, headers, markOf(student, 0))
        const taken = performance.now() - began
        times.push(taken)
        if (!isSaved(answer)) refused++
        await pause(Math.max(step - taken, 0))
      }
    }),
  )
  await stop(server)
  report(
    `\n${running.length} instructors saved ${times.length} marks in ${within / 1000} s: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms, ${refused} refused`,
  )
  if (refused > 0) process.exitCode = 1
}
