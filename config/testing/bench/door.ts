import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, quantile, start, stop } from './children.ts'
import { seed } from './databases.ts'
import { query } from './learners.ts'

interface DoorBenchmark {
  databaseUrl: string
  dataDir: string
  /** Milliseconds in which all children arrive, and again in which they leave. */
  within: number
}

const CHILDREN = 60
const STUDENTS = 1000

interface Place {
  sessionId: string
  studentId: string
}

interface Tablet {
  headers: Record<string, string>
  times: number[]
  refused: number
}

/**
 * Sixty children arrive and leave at two tablets: every tenth event is sent again, as after a lost answer, and every tenth
 * child is checked in on both at once. Ends with 1 where an event is lost, doubled or refused.
 */
export async function measureDoor({ databaseUrl, dataDir, within }: DoorBenchmark): Promise<void> {
  const { member, subdomain } = await accounts(databaseUrl)
  seed(databaseUrl, dataDir, ['--students', String(STUDENTS), '--organization', subdomain])
  const host = `${subdomain}.localhost`
  const places = await query<Place>(
    databaseUrl,
    `select p.session_id as "sessionId", p.student_id as "studentId" from session_participants p
        join sessions s on s.id = p.session_id join tenants t on t.id = s.tenant_id
      where t.subdomain = $1 and s.status = 'scheduled' and s.start_date <= now() and p.status = 'registered'
      order by s.start_date desc, s.id, p.student_id limit ${CHILDREN}`,
    [subdomain],
  )
  const server = await start('platform-server.ts', [], databaseUrl, dataDir)
  const tablets: Tablet[] = []
  for (let tablet = 0; tablet < 2; tablet++) {
    const { cookie } = await call(server.port, '/api/login', { host }, { email: member, password: PASSWORD })
    tablets.push({ headers: { host, cookie }, times: [], refused: 0 })
  }
  const send = async (tablet: Tablet, { sessionId, studentId }: Place, kind: 'in' | 'out', id: string) => {
    const by = kind === 'out' ? { kind: 'other', name: 'Grandma Rosa' } : null
    const release = kind === 'out' ? { isIdSeen: true, calledName: '', reason: 'Benchmark' } : null
    const event = { id, studentId, kind, at: new Date().toISOString(), by, release }
    const began = performance.now()
    const { status, body } = await call(server.port, `/api/sessions/${sessionId}/door/events`, tablet.headers, {
      events: [event],
    })
    tablet.times.push(performance.now() - began)
    const [outcome] = status === 200 ? (body as { outcome: string }[]) : []
    if (!outcome || outcome.outcome === 'refused') tablet.refused++
  }
  const sent = { in: new Map<string, Place>(), out: new Map<string, Place>() }
  const all = async (kind: 'in' | 'out') => {
    const step = within / places.length
    await Promise.all(
      tablets.map(async (tablet, which) => {
        for (const [index, place] of places.entries()) {
          const isShared = index % 10 === 5
          await pause(step / 2)
          if (index % 2 !== which && !isShared) continue
          const id = randomUUID()
          sent[kind].set(id, place)
          await send(tablet, place, kind, id)
          if (index % 10 === 3) await send(tablet, place, kind, id)
        }
      }),
    )
  }
  await all('in')
  await all('out')
  await stop(server)
  const stored = await query<{ id: string; kind: 'in' | 'out' }>(
    databaseUrl,
    `select d.id, d.kind from door_events d join tenants t on t.id = d.tenant_id where t.subdomain = $1`,
    [subdomain],
  )
  const ids = new Set(stored.map(({ id }) => id))
  const lost = [...sent.in.keys(), ...sent.out.keys()].filter((id) => !ids.has(id)).length
  const doubled = stored.length - ids.size + [...ids].filter((id) => !sent.in.has(id) && !sent.out.has(id)).length
  const refused = tablets.reduce((sum, tablet) => sum + tablet.refused, 0)
  const times = tablets.flatMap((tablet) => tablet.times)
  report(
    `\n${places.length} children arrived and left at two tablets within ${(2 * within) / 1000} s: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms; ${lost} lost, ${doubled} doubled, ${refused} refused`,
  )
  if (lost + doubled + refused > 0) process.exitCode = 1
}
