import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import pg from 'pg'
import { report } from '../../../core/testing/report.ts'
import { printLatencies, quantile } from './children.ts'

interface Board {
  /** Port of a running platform, whose database holds students. */
  port: number
  databaseUrl: string
  tenantId: string
  host: string
  cookie: string
}

/** Scores, attendances and entries of the ledger of each student: of 10,000 there are 200,000 of each. */
const ENTRIES_EACH = 20
/** Displays of one organization that ask once; in practice they do so every 30 seconds. */
const DISPLAYS = 500

const PERIODS = ['all-time', 'monthly', 'weekly']

/** Measures how long boards and their figures take for each period and grade, and the answers to many displays. */
export async function measureLeaderboard({ port, databaseUrl, tenantId, host, cookie }: Board): Promise<void> {
  const token = await fillBoard(databaseUrl, tenantId)
  const boards = PERIODS.flatMap((period) => ['', '&grade=5'].map((grade) => `period=${period}${grade}`))
  const headers = { host, cookie }
  const paths = boards.map((board) => `/api/leaderboard?limit=25&${board}`)
  const teams = PERIODS.map((period) => `/api/leaderboard/teams?limit=25&period=${period}`)
  const figures = boards.map((board) => `/api/leaderboard/figures?${board}`)
  await printLatencies(port, paths, headers, 100)
  await printLatencies(port, figures, headers, 100)
  await printLatencies(port, teams, headers, 20)
  await printDisplays(port, host, `/api/display?token=${token}`)
}

/** Points all over the last 300 days. @returns the token of a display */
async function fillBoard(databaseUrl: string, tenantId: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const token = randomBytes(32).toString('base64url')
  const days = `now() - (random() * 300 || ' days')::interval`
  const statements: [text: string, values: unknown[]][] = [
    [
      'insert into challenges (tenant_id, title) select $1, n::text from generate_series(1, $2::int) n',
      [tenantId, ENTRIES_EACH],
    ],
    [
      `insert into sessions (tenant_id, name, start_date, end_date) select $1, 'Bench', m, m + interval '1 hour'
        from (select ${days} as m from generate_series(1, $2::int)) d`,
      [tenantId, ENTRIES_EACH * 10],
    ],
    [
      `insert into scores (tenant_id, student_id, challenge_id, score, max_score, completed_at)
        select $1, s.id, c.id, random() * 100, 100, ${days} from students s cross join challenges c
          where s.tenant_id = $1 and c.tenant_id = $1`,
      [tenantId],
    ],
    [
      `insert into session_participants (tenant_id, student_id, session_id, attendance)
        select $1, s.id, x.id, 'present' from students s cross join lateral (
          select id from sessions where tenant_id = $1 and name = 'Bench' order by md5(id::text || s.id::text) limit $2) x
          where s.tenant_id = $1`,
      [tenantId, ENTRIES_EACH],
    ],
    [
      `insert into points_entries (tenant_id, student_id, points, reason, source, source_id, session_id, earned_at)
        select tenant_id, student_id, score, 'Bench', 'challenge', challenge_id,
            x.ids[1 + floor(random() * cardinality(x.ids))::int], completed_at
          from scores, (select array_agg(id) as ids from sessions where tenant_id = $1 and name = 'Bench') x
          where tenant_id = $1 and score > 0`,
      [tenantId],
    ],
    [
      `update students s set total_points = e.points from (
          select student_id, sum(points) as points from points_entries where tenant_id = $1 group by student_id
        ) e where s.id = e.student_id`,
      [tenantId],
    ],
    [
      `insert into leaderboard_settings (tenant_id, kind, team_by, shows_parents, shows_students, display_names,
          display_entries, updated_at) values ($1, 'everyone', 'session', true, true, 'initial', 15, now())`,
      [tenantId],
    ],
    [
      `insert into leaderboard_displays (tenant_id, name, token_hash, period, added_at) values ($1, 'Bench', $2, 'all-time', now())`,
      [tenantId, createHash('sha256').update(token).digest()],
    ],
  ]
  for (const [text, values] of statements) await client.query(text, values)
  await client.query('vacuum analyze students, scores, sessions, session_participants, points_entries')
  await client.end()
  return token
}

async function printDisplays(port: number, host: string, path: string): Promise<void> {
  const first = await ask(port, path, { host })
  const headers = { host, 'if-none-match': first.etag }
  const times: number[] = []
  let known = 0
  for (let round = 0; round < DISPLAYS; round++) {
    const began = performance.now()
    const { status } = await ask(port, path, headers)
    times.push(performance.now() - began)
    if (status === 304) known++
  }
  report(`\n| ${DISPLAYS} displays | p50 ms | p95 ms |\n|---|---:|---:|`)
  report(`| ${known} answered with 304 | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
}

function ask(port: number, path: string, headers: Record<string, string>): Promise<{ status: number; etag: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, host: '127.0.0.1', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag ?? '' }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
