import { measureAttendance } from './attendance.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, printLatencies, start, stop } from './children.ts'
import { compareAll, type Case } from './compare.ts'
import { seed } from './databases.ts'
import { measureFamilies } from './families.ts'
import { measureExport } from './export.ts'
import { measureLeaderboard } from './leaderboard.ts'
import { measureMedia } from './media.ts'
import { measureReports } from './reports.ts'
import { measureScores } from './scores.ts'

interface Programs {
  /** With many organizations; one of them gets the students. */
  databaseUrl: string
  dataDir: string
  students: number
  /** Seconds of one measurement. */
  seconds: number
}

const LIST_PATH = '/api/students?limit=25'
/** Pairs of letters with which many names of the synthetic guardians and students begin. */
const TERMS = ['ma', 'ja', 'zoe', 'garcia', 'zzyzx', '%']

/** Measures what people of an organization with many students ask for all day: lists, searches, profiles, consents. */
export async function measurePrograms({ databaseUrl, dataDir, students, seconds }: Programs): Promise<void> {
  const { member, subdomain, tenantId } = await accounts(databaseUrl)
  seed(databaseUrl, dataDir, ['--students', String(students), '--organization', subdomain])
  const host = `${subdomain}.localhost`
  const signIn = async (port: number) =>
    (await call(port, '/api/login', { host }, { email: member, password: PASSWORD })).cookie

  const alone = await start('platform-server.ts', [], databaseUrl, dataDir)
  const headers = { host, cookie: await signIn(alone.port) }
  const first = async (path: string) => ((await call(alone.port, path, headers)).body as { id: string }[])[0]?.id
  const student = await first(LIST_PATH)
  const consent = await first('/api/consents?limit=1')
  const search = TERMS.map((term) => `${LIST_PATH}&search=${encodeURIComponent(term)}`)
  const parents = TERMS.map((term) => `/api/users?role=parent&limit=20&search=${encodeURIComponent(term)}`)
  await printLatencies(alone.port, [LIST_PATH, `${LIST_PATH}&offset=9000`, `${LIST_PATH}&grade=5`], headers, 100)
  await printLatencies(alone.port, search, headers, 100)
  await printLatencies(alone.port, [`/api/students/${student}`, `/api/students/${student}/consents`], headers, 100)
  await printLatencies(alone.port, parents, headers, 100)
  await printLatencies(
    alone.port,
    ['/api/consents?limit=24', `/api/consents/${consent}/answers?limit=25&state=missing`],
    headers,
    20,
  )
  await measureLeaderboard({ port: alone.port, databaseUrl, tenantId, ...headers })
  // Computed from the scores that fill the leaderboard.
  await measureFamilies({ port: alone.port, databaseUrl, tenantId, host })
  await measureScores({ port: alone.port, headers })
  await measureReports({ port: alone.port, headers })
  await stop(alone)
  await measureMedia({ databaseUrl, dataDir, tenantId, subdomain, cookieOf: signIn })
  await measureAttendance({ databaseUrl, dataDir, subdomain, cookieOf: signIn, seconds })
  await measureExport({ databaseUrl, dataDir, subdomain, tenantId, cookieOf: signIn })

  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const by = { host, cookie: await signIn(platform.port) }
  const nested = { parentUser: { firstName: 'parentFirstName', lastName: 'parentLastName', email: 'parentEmail' } }
  const list = { column: 'totalPoints', limit: 25, nested }
  const measured: Case[] = [
    { name: '`GET /api/students?limit=25`', path: LIST_PATH, ...by, bare: list },
    { name: '`GET /api/students?search=…&limit=25`', path: `${LIST_PATH}&search=garcia`, ...by, bare: list },
    {
      name: '`GET /api/students/{id}`',
      path: `/api/students/${student}`,
      ...by,
      bare: { ...list, limit: 1, single: true },
    },
    {
      name: '`GET /api/users?role=parent&search=…`',
      path: '/api/users?role=parent&limit=20&search=garcia',
      ...by,
      bare: { column: 'firstName', limit: 20 },
    },
  ]
  await compareAll(platform, measured, { databaseUrl, dataDir, tenantId, seconds })
}
