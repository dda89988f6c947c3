import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { writeWorkbook } from '#core/server/xlsx-writer.ts'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, quantile, start, stop } from './children.ts'

const ROWS = 5000
const POLL_INTERVAL_MS = 50

interface Rosters {
  /** With at least 5,000 users. */
  databaseUrl: string
  dataDir: string
}

interface Import {
  id: string
  status: string
  counts: Record<string, number>
}

/** Measures a roster of 5,000 students as a workbook: until its preview is there, and until its students are. */
export async function measureRosters({ databaseUrl, dataDir }: Rosters): Promise<void> {
  const { member, subdomain } = await accounts(databaseUrl)
  const server = await start('platform-server.ts', ['--working'], databaseUrl, dataDir)
  const host = `${subdomain}.localhost`
  const { cookie } = await call(server.port, '/api/login', { host }, { email: member, password: PASSWORD })
  const headers = { host, cookie }
  const timeUser = async () => {
    const began = performance.now()
    await call(server.port, '/api/user', headers)
    return performance.now() - began
  }
  const timed = async (name: string, work: Promise<unknown>) => {
    const began = performance.now()
    const state = { isOver: false }
    const ended = work.finally(() => (state.isOver = true))
    const times: number[] = []
    while (!state.isOver) times.push(await timeUser())
    await ended
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    report(`| ${name} | ${seconds} s | ${quantile(times, 0.95)} ms | ${Math.max(...times).toFixed(0)} ms |`)
  }

  report(`\n| ${ROWS} rows of XLSX | time | GET /api/user meanwhile, p95 | slowest |\n|---|---:|---:|---:|`)
  const file = await makeWorkbook()
  let made: Import | undefined
  const upload = async () => {
    made = await sendFile(server.port, headers, file)
  }
  await timed('read and previewed', upload())
  const path = `/api/student-imports/${made?.id}`
  const write = async () => {
    await call(server.port, `${path}/start`, headers, {})
    for (;;) {
      const { status, counts } = (await call(server.port, path, headers)).body as Import
      if (status === 'done' && counts['new'] === ROWS) return
      if (status === 'done') throw new Error(`The import has ${JSON.stringify(counts)}`)
      await pause(POLL_INTERVAL_MS)
    }
  }
  await timed('written', write())
  await stop(server)
}

function makeWorkbook(): Promise<Buffer> {
  const headings = [
    'First name',
    'Last name',
    'Date of birth',
    'Grade',
    'Guardian 1 first name',
    'Guardian 1 last name',
    'Guardian 1 email',
  ]
  const columns = headings.map((heading) => ({ heading }))
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const last = `Roster${at.toString(36)}`
    return [`Ava${at}`, last, '2016-05-06', '3', 'Anna', last, `guardian${at}@example.org`]
  })
  return buffer(writeWorkbook({ name: 'Students', columns, batches: [rows] }, new Date()))
}

/** Sends the file as a form; the organization is in the Host header, which `fetch` does not set. */
async function sendFile(port: number, headers: Record<string, string>, file: Buffer): Promise<Import> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'students.xlsx')
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const answer = await call(port, '/api/student-imports', { ...headers, ...type }, body, 'POST')
  if (answer.status !== 201) throw new Error(`The file was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as Import
}
