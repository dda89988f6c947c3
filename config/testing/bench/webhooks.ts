import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, quantile, start, stop } from './children.ts'

const RECEIVERS = 10
const EVENTS = 100
/** Milliseconds in which the events happen, one after the other. */
const WITHIN_MS = 60_000
/** Milliseconds that a receiver takes to answer. */
const ANSWER_MS = 50
/** Milliseconds after the last event within which all have theirs. */
const PATIENCE_MS = 30_000

/**
 * A hundred students are added within a minute, each announced to ten webhooks, of which one never answers: a thousand
 * deliveries. Ends with 1 where one of the others lacks an event.
 */
export async function measureWebhooks(databaseUrl: string, dataDir: string): Promise<void> {
  const { member, subdomain } = await accounts(databaseUrl)
  const sentAt = new Map<string, number>()
  const times: number[] = []
  let unanswered = 0
  const receivers = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      if (incoming.url === '/0') return void unanswered++
      const { data } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { data: { studentName: string } }
      times.push(performance.now() - (sentAt.get(data.studentName) ?? 0))
      return setTimeout(() => outgoing.writeHead(204).end(), ANSWER_MS)
    })
  })
  receivers.listen(0, '127.0.0.1')
  await once(receivers, 'listening')
  const { port } = receivers.address() as AddressInfo
  const server = await start('platform-server.ts', ['--working'], databaseUrl, dataDir)
  try {
    const host = `${subdomain}.localhost`
    const { cookie } = await call(server.port, '/api/login', { host }, { email: member, password: PASSWORD })
    const post = async (path: string, body: object) => {
      const { status } = await call(server.port, path, { host, cookie }, body)
      if (status !== 201) throw new Error(`${path} answered ${status}`)
    }
    for (let receiver = 0; receiver < RECEIVERS; receiver++) {
      const url = `http://127.0.0.1:${port}/${receiver}`
      await post('/api/tenant/webhooks', { url, description: '', types: ['student.added'], includesNames: true })
    }
    const acts: number[] = []
    for (let event = 0; event < EVENTS; event++) {
      const began = performance.now()
      const lastName = `Bench ${event}`
      sentAt.set(`Ada ${lastName}`, began)
      await post('/api/students', { firstName: 'Ada', lastName, saveAnyway: true })
      acts.push(performance.now() - began)
      await pause(Math.max(0, WITHIN_MS / EVENTS - (performance.now() - began)))
    }
    const expected = EVENTS * (RECEIVERS - 1)
    const end = performance.now() + PATIENCE_MS
    while (times.length < expected && performance.now() < end) await pause(100)
    report(
      `\n| ${EVENTS * RECEIVERS} webhooks in a minute, one of ${RECEIVERS} receivers never answers | |\n|---|---:|`,
    )
    report(`| p50 ms from the request to the receiver | ${quantile(times, 0.5)} |`)
    report(`| p95 ms | ${quantile(times, 0.95)} |\n| longest ms | ${quantile(times, 1)} |`)
    report(`| p50 ms of adding a student | ${quantile(acts, 0.5)} |`)
    report(
      `| requests that were not answered | ${unanswered} |\n| events that others lack | ${expected - times.length} |`,
    )
    if (times.length !== expected) process.exitCode = 1
  } finally {
    await stop(server)
    receivers.closeAllConnections()
    receivers.close()
  }
}
