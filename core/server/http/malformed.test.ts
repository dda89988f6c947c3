import { Agent, request } from 'node:http'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { errorBody } from '#core/contract/errors.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { statement } from '../database/statement.ts'
import { definePlugin } from '../plugin.ts'
import { mount } from './mount.ts'

const form = {
  method: 'POST',
  summary: 'Stores nothing',
  unaudited: 'Nothing is stored',
  upload: { field: 'file', maxBytes: 1024 ** 2 },
  body: z.object({ title: z.string().optional() }),
  response: z.object({ size: z.number() }),
} as const
const note = {
  method: 'POST',
  summary: 'Gives a text to the database',
  unaudited: 'Nothing is stored',
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
} as const
const anyone = { who: 'anyone', hosts: 'both', scope: 'none' } as const
const member = { who: 'signed-in', hosts: 'both', scope: 'tenant' } as const

const malformedContract = {
  publicForm: endpoint({ ...form, path: '/api/malformed/anyone/form', access: anyone }),
  memberForm: endpoint({ ...form, path: '/api/malformed/member/form', access: member }),
  publicNote: endpoint({ ...note, path: '/api/malformed/anyone/note', access: anyone }),
  memberNote: endpoint({ ...note, path: '/api/malformed/member/note', access: member }),
} as const

const selectText = statement(z.object({ text: z.string() }), 'select $text::text as text, $json::jsonb as json')
type Rows = Parameters<Parameters<TestPlatform['core']['db']['platform']>[1]>[0]['rows']
const stored = async (rows: Rows, text: string) => {
  const [row] = await rows(selectText, { text, json: JSON.stringify({ text }) })
  return { text: row?.text ?? '' }
}

const malformed = definePlugin({
  id: 'malformed',
  setup: () => ({
    routes: [
      mount(malformedContract, {
        publicForm: async (_unscoped, _text, { size }) => ({ size }),
        memberForm: async (_scope, _text, { size }) => ({ size }),
        publicNote: ({ core, http }, body) => core.db.platform(http.actor, ({ rows }) => stored(rows, body.text)),
        memberNote: ({ rows }, body) => stored(rows, body.text),
      }),
    ],
  }),
})

const test = pluginTest([malformed])

interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

const BOUNDARY = 'boundary-of-the-test'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`
const JSON_TYPE = 'application/json'

const part = (headers: string, content: string | Buffer = 'x') =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])
const textPart = (name: string, content: string | Buffer = 'x', more = '') =>
  part(`content-disposition: form-data; name="${name}"${more}`, content)
const filePart = (content: string | Buffer = 'x', name = 'file') =>
  part(`content-disposition: form-data; name="${name}"; filename="a.txt"\r\ncontent-type: text/plain`, content)
const whole = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
const times = (count: number, make: (index: number) => Buffer) => Array.from({ length: count }, (_, at) => make(at))
const withJson = (json: string) => [textPart('title', json, `\r\ncontent-type: ${JSON_TYPE}`), filePart()]
const big = Buffer.alloc(900_000, 'x')

const formOf = (body: Buffer | string, type = MULTIPART) => ({ path: 'form', headers: { 'content-type': type }, body })
const noteOf = (body: Buffer | string, headers: Record<string, string> = {}) => ({
  path: 'note',
  headers: { 'content-type': JSON_TYPE, ...headers },
  body,
})
const inUtf8 = (before: string, bytes: number[], after: string) =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
const notUtf8 = inUtf8('{"text":"', [0xff, 0xc3, 0x28], '"}')

const cases: readonly (readonly [string, Sent, number])[] = [
  ['a form without a boundary', formOf(whole(filePart()), 'multipart/form-data'), 400],
  ['a form with an empty boundary', formOf(whole(filePart()), 'multipart/form-data; boundary='), 400],
  ['a form whose boundary never comes', formOf(big), 400],
  ['a form whose last boundary never comes', formOf(filePart()), 400],
  ['a form that ends within its file', formOf(filePart(big).subarray(0, -40)), 400],
  ['a form that ends within the headers of a part', formOf(filePart().subarray(0, 50)), 400],
  ['a form that ends within a text', formOf(Buffer.concat([filePart(), textPart('title').subarray(0, -3)])), 400],
  ['a form that is empty', formOf(''), 400],
  ['a form without its file', formOf(whole(textPart('title'))), 400],
  ['a form with another file', formOf(whole(filePart(big, 'other'))), 400],
  [
    'a part with 200 kB of headers before its name',
    formOf(whole(part(`x-more: ${'x'.repeat(200_000)}\r\ncontent-disposition: form-data; name="file"; filename="a"`))),
    400,
  ],
  [
    'a part with 5,000 headers',
    formOf(whole(part(`${'x-more: x\r\n'.repeat(5000)}content-disposition: form-data; name="file"; filename="a.txt"`))),
    400,
  ],
  ['a form with 30 texts', formOf(whole(...times(30, (at) => textPart(`text${at}`)), filePart(big))), 413],
  ['a form with 5,000 texts of one name', formOf(whole(...times(5000, () => textPart('title')))), 413],
  ['a form with two files', formOf(whole(filePart(), filePart(big))), 413],
  ['a form with 3,000 files', formOf(whole(...times(3000, () => filePart()))), 413],
  ['a file that is too large', formOf(whole(filePart(Buffer.alloc(2 * 1024 ** 2)))), 413],
  ['a text that is too long', formOf(whole(textPart('title', big), filePart(big))), 413],
  ['a name of a text that is too long', formOf(whole(textPart('t'.repeat(5000)), filePart(big))), 413],
  ['a text named __proto__', formOf(whole(textPart('__proto__'), filePart(big))), 400],
  ['a text named constructor', formOf(whole(textPart('constructor'), filePart(big))), 400],
  ['a file named __proto__', formOf(whole(filePart(big, '__proto__'))), 400],
  ['a text that is JSON', formOf(whole(...withJson('{"toString":1}'))), 400],
  ['a text that is broken JSON', formOf(whole(...withJson('{'))), 400],
  ['a text that is a list in JSON', formOf(whole(...withJson('["x"]'))), 400],
  ['a form that is JSON', { ...formOf('{}', JSON_TYPE) }, 400],
  ['a form that is text', { ...formOf('x', 'text/plain') }, 415],
  ['a form without a type', { ...formOf(big, '') }, 415],
  [
    'a form that says it is compressed',
    { ...formOf(whole(filePart(big))), headers: { 'content-type': MULTIPART, 'content-encoding': 'gzip' } },
    415,
  ],
  ['JSON that is not valid', noteOf('{"text":'), 400],
  ['JSON that is a form', noteOf(whole(filePart(big)), { 'content-type': MULTIPART }), 400],
  ['JSON that is empty', noteOf(''), 400],
  ['JSON with a key __proto__', noteOf('{"text":"x","__proto__":{"a":1}}'), 400],
  ['JSON with a key constructor.prototype', noteOf('{"text":"x","constructor":{"prototype":{"a":1}}}'), 400],
  ['JSON of another type', noteOf('{"text":"x"}', { 'content-type': 'text/html' }), 415],
  ['JSON of a type that is none', noteOf('{"text":"x"}', { 'content-type': '///;;' }), 415],
  ['JSON that says it is gzip and is not', noteOf('{"text":"x"}', { 'content-encoding': 'gzip' }), 415],
  ['JSON that says it is in another compression', noteOf('{"text":"x"}', { 'content-encoding': 'nonsense' }), 415],
  ['JSON that is not UTF-8', noteOf(notUtf8), 400],
  ['JSON that is not UTF-8, in chunks', noteOf(notUtf8, { 'transfer-encoding': 'chunked' }), 400],
  ['a text with NUL', noteOf('{"text":"a\\u0000b"}'), 400],
  ['a text with half a character', noteOf('{"text":"a\\ud800b"}'), 400],
  ['JSON that is too large', noteOf(`{"text":"${'x'.repeat(100_000)}"}`), 413],
  ['an address with a bad percent sign', { method: 'GET', path: '/api/files/%zz' }, 400],
  ['an address that ends with a percent sign', { method: 'GET', path: '/api/files/%' }, 400],
  ['an address that is not UTF-8', { method: 'GET', path: '/api/files/%ff%c3%28' }, 400],
  ['an address with NUL', { method: 'GET', path: '/api/files/%00' }, 400],
  ['a page with a bad percent sign', { method: 'GET', path: '/%zz' }, 400],
  ['a query with a bad percent sign', { method: 'GET', path: '/api/files/1?width=%zz' }, 400],
  ['a query with NUL', { method: 'GET', path: '/api/files/1?width=%00' }, 400],
  ['a part of an address that is too long', { method: 'GET', path: `/api/files/${'x'.repeat(5000)}` }, 414],
  ['an address that is too long', { method: 'GET', path: `/api/files/${'x'.repeat(20_000)}` }, 431],
  [
    'a header that is too long',
    { method: 'GET', path: '/api/platform', headers: { 'x-long': 'x'.repeat(20_000) } },
    431,
  ],
  ['a request that is no HTTP', { method: 'GET', path: '/api/platform', headers: { 'content-length': 'many' } }, 400],
]

async function portOf({ app }: TestPlatform): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as { port: number }).port
}

interface Answered {
  status: number | undefined
  type: string | undefined
  body: unknown
}

/** Sends it unchanged, over the single connection of the agent. */
function sent(port: number, agent: Agent, { method = 'POST', path, headers = {}, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || headers['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(
      { port, host: '127.0.0.1', agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject).on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const type = response.headers['content-type']
          resolve({ status: response.statusCode, type, body: type?.includes('json') ? JSON.parse(text) : text })
        })
      },
    )
    call.on('error', reject).end(body)
  })
}

const isWorded = { code: expect.stringMatching(/^[a-z.-]+$/), message: expect.stringMatching(/^[A-Z“].*\w \w.*\w/) }

for (const who of ['anyone', 'member'] as const) {
  test.for(cases)(
    `${who} who sends %s gets a plain sentence, and the connection goes on`,
    async ([, given, status], { platform }) => {
      const client: Client =
        who === 'anyone' ? platform.client() : await (await platform.organization()).signIn('student')
      const path = given.path.startsWith('/') ? given.path : `/api/malformed/${who}/${given.path}`
      const headers = { host: client.host, ...(client.cookie && { cookie: client.cookie }), ...given.headers }
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      try {
        const port = await portOf(platform)
        const answer = await sent(port, agent, { ...given, path, headers })
        expect(answer).toMatchObject({ status, type: 'application/json; charset=utf-8', body: isWorded })
        expect(errorBody.safeParse(answer.body).success).toBe(true)
        expect(await sent(port, agent, { method: 'GET', path: '/api/health' })).toMatchObject({ status: 200 })
      } finally {
        agent.destroy()
      }
    },
  )
}

test('an upload with an invalid host header is refused for the error of the upload', async ({ platform }) => {
  const { cookie } = await platform.superAdmin()
  const answer = await platform.client().request('POST', '/api/uploads', {
    headers: { host: 'a b%%[', cookie: cookie ?? '', 'tus-resumable': '1.0.0', 'upload-length': '5' },
  })
  expect(answer).toMatchObject({ status: 400, body: isWorded })
})
