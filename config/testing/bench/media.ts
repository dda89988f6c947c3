import { randomBytes } from 'node:crypto'
import { request, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { report } from '../../../core/testing/report.ts'
import { fileForm } from '../../../core/testing/upload.ts'
import { ask, call, printLatencies, quantile, start, stop, type Child } from './children.ts'

interface Library {
  databaseUrl: string
  dataDir: string
  tenantId: string
  subdomain: string
  cookieOf: (port: number) => Promise<string>
}

const FILES = 10_000
const GIGABYTE = 1024 ** 3
const MEGABYTE = 1024 ** 2
/** Milliseconds between two looks at the memory of the node. */
const POLL_INTERVAL_MS = 100
/** Milliseconds until a client requests a thumbnail again. */
const RETRY_DELAY_MS = 20

/** A library of 10,000 files: its grid, an upload of 1 GB and what it takes, and a thumbnail that others must not feel. */
export async function measureMedia({ databaseUrl, dataDir, tenantId, subdomain, cookieOf }: Library): Promise<void> {
  await fill(databaseUrl, tenantId)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const headers = { host: `${subdomain}.localhost`, cookie: await cookieOf(platform.port) }
  const grid = '/api/media?limit=48'
  await printLatencies(
    platform.port,
    [grid, `${grid}&offset=9000`, `${grid}&kind=picture`, `${grid}&search=robot`, '/api/media/folders?limit=25'],
    headers,
    100,
  )
  await measureUpload(platform, headers)
  await measureThumbnail(platform, headers)
  await stop(platform)
}

async function fill(databaseUrl: string, tenantId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with kept as (
       insert into files (tenant_id, kind, filename, mime_type, size, sha256, state, created_at)
       select $1, 'tenant-app.media-picture', 'robots ' || number || '.webp', 'image/webp', 20000,
         encode(sha256(('picture ' || number)::bytea), 'hex'), 'complete', now() - number * interval '1 hour'
       from generate_series(1, $2::int) number returning id, filename, created_at
     ), sessions as (
       select array_agg(id) as ids from (select id from sessions where tenant_id = $1 order by id limit 200) s
     )
     insert into media (id, tenant_id, session_id, kind, file_name, is_public, shows_nobody, created_at)
     select kept.id, $1, sessions.ids[1 + (row_number() over ())::int % 200], 'picture', filename, true, true, created_at
       from kept, sessions`,
    [tenantId, FILES],
  )
  // This benchmark does not measure plans.
  await client.query('update subscription_plans set max_storage = null')
  await client.query('vacuum analyze media')
  await client.query('vacuum analyze files')
  await client.end()
}

const tus = { 'tus-resumable': '1.0.0' }

/**
 * Sends a file in one part, as browsers do.
 * @param said what kind of file it is, and what it is called
 * @param size bytes of its content
 * @returns its id
 * @throws Error on a refusal
 */
export async function sendFile(
  port: number,
  headers: Record<string, string>,
  said: Record<string, string>,
  size: number,
  content: Iterable<Buffer>,
): Promise<string> {
  const metadata = Object.entries(said).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const begun = await sendBytes(port, 'POST', '/api/uploads', {
    ...headers,
    ...tus,
    'upload-length': String(size),
    'upload-metadata': metadata.join(','),
  })
  const path = String(begun.headers['location'])
  const more = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const { status } = await sendBytes(port, 'PATCH', path, { ...headers, ...more }, content)
  if (status !== 204) throw new Error(`The upload was answered ${status}`)
  return path.split('/').at(-1) ?? ''
}

async function measureUpload(platform: Child, headers: Record<string, string>): Promise<void> {
  let most = 0
  const look = async () => {
    const { rss } = await ask(platform, { ask: 'memory' }, 'memory')
    most = Math.max(most, rss)
  }
  const looks = setInterval(() => void look(), POLL_INTERVAL_MS)
  const began = performance.now()
  await sendFile(platform.port, headers, { kind: 'tenant-app.media', filename: 'plan.pdf' }, GIGABYTE, gigabyte())
  clearInterval(looks)
  const seconds = (performance.now() - began) / 1000
  report(`\nUploaded 1 GB in ${seconds.toFixed(0)} s, with at most ${(most / MEGABYTE).toFixed(0)} MB in the node`)
}

function* gigabyte(): Generator<Buffer> {
  const piece = randomBytes(MEGABYTE)
  const first = Buffer.from(piece)
  first.write('%PDF-1.7\n')
  yield first
  for (let count = 1; count < GIGABYTE / MEGABYTE; count++) yield piece
}

/** Asks for a thumbnail of 12 megapixels until there is one, and meanwhile for what every page asks for. */
async function measureThumbnail({ port }: Child, headers: Record<string, string>): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photograph = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
  const form = fileForm(await photograph.jpeg({ quality: 80 }).toBuffer(), { filename: 'robots.jpg' })
  const times: number[] = []
  const done = new AbortController()
  const others = (async () => {
    while (!done.signal.aborted) {
      const began = performance.now()
      await call(port, '/api/user', headers)
      times.push(performance.now() - began)
    }
  })()
  let began = performance.now()
  const put = await sendBytes(port, 'POST', '/api/media/pictures', { ...headers, ...form.headers }, [form.payload])
  if (put.status !== 201) throw new Error(`A picture was answered ${put.status}`)
  const kept = performance.now() - began
  const { fileUrl, fileSize } = JSON.parse(put.body) as { fileUrl: string; fileSize: number }
  const { pathname } = new URL(fileUrl, 'http://media')
  began = performance.now()
  // The first request gets the picture itself.
  while ((await sendBytes(port, 'GET', `${pathname}?width=640`, headers)).size === fileSize)
    await setTimeout(RETRY_DELAY_MS)
  const made = performance.now() - began
  done.abort()
  await others
  report(
    `A picture of 12 megapixels was kept after ${kept.toFixed(0)} ms and had a thumbnail ${made.toFixed(0)} ms later; meanwhile p95 of \`GET /api/user\` was ${quantile(times, 0.95)} ms`,
  )
}

interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  /** Bytes of the body. */
  size: number
}

function sendBytes(
  port: number,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  content: Iterable<Buffer> = [],
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const all = Buffer.concat(chunks)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: all.toString(), size: all.length })
      })
    })
    call.on('error', reject)
    void pour(content, call).catch(reject)
  })
}

async function pour(content: Iterable<Buffer>, call: ReturnType<typeof request>): Promise<void> {
  for (const piece of content) {
    if (!call.write(piece)) await new Promise((resolve) => call.once('drain', resolve))
  }
  call.end()
}
