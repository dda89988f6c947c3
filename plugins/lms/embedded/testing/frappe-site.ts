import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocumentStore, Refusal, type StoredDocument } from './frappe-documents.ts'

export const API_KEY = 'integration-key'
export const API_SECRET = 'integration-secret-1'
const ACCOUNT = 'integration@example.org'

/** Trouble that a site makes instead of a normal response. */
export interface Trouble {
  /** Pattern of requests: `POST /api/resource/LMS Course`. */
  when: RegExp
  /** Number of times; once by default. */
  times?: number
  /** `lost` carries out the request without a response, `silent` does not respond at all; otherwise the response. */
  answer: 'lost' | 'silent' | { status: number; headers?: Record<string, string>; body: object | string }
}

/** Site that behaves like Frappe Framework 15 with Frappe LMS 2, quirks included. */
export interface FrappeSiteDouble {
  url: string
  documents: DocumentStore
  /** Log of requests: `POST /api/resource/LMS Course`. */
  heard: string[]
  /** Emails that it has sent to its users. */
  mails: string[]
  trouble: Trouble[]
  /** Runs once before the first matching request. */
  before: { when: RegExp; run: () => Promise<void> } | undefined
  /** Flags of the key's account. */
  flags: { is_moderator: boolean; is_instructor: boolean; is_system_manager: boolean }
  close: () => Promise<void>
}

export async function openFrappeSite(): Promise<FrappeSiteDouble> {
  const mails: string[] = []
  const site: Site = {
    documents: new DocumentStore(ACCOUNT, mails),
    heard: [],
    mails,
    trouble: [],
    before: undefined,
    flags: { is_moderator: true, is_instructor: true, is_system_manager: true },
  }
  const server = createServer((request, response) => void answer(site, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(site, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

type Site = Omit<FrappeSiteDouble, 'url' | 'close'>

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request
  const url = new URL(request.url ?? '/', 'http://site.example')
  const path = decodeURIComponent(url.pathname)
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  site.heard.push(`${method} ${path}`)
  const send = (status: number, body: object | string, more: Record<string, string> = {}) => {
    const isHtml = typeof body === 'string'
    response.writeHead(status, { 'content-type': isHtml ? 'text/html' : 'application/json', ...more })
    response.end(isHtml ? body : JSON.stringify(body))
  }
  const { before } = site
  if (before?.when.test(`${method} ${path}`)) {
    site.before = undefined
    await before.run()
  }
  const trouble = findTrouble(site, `${method} ${path}`)
  if (trouble === 'silent') return
  if (trouble && trouble !== 'lost') return send(trouble.status, trouble.body, trouble.headers)
  if (path.length > 1 && path.endsWith('/')) return send(301, 'Moved', { location: path.slice(0, -1) })
  try {
    const isGuest = headers.authorization === undefined
    if (!isGuest && headers.authorization !== `token ${API_KEY}:${API_SECRET}`)
      throw new Refusal(401, 'AuthenticationError', '')
    // Changes by a GET are rolled back.
    const documents = method === 'GET' ? site.documents.copy() : site.documents
    const [status, body] = handleRequest(
      { ...site, documents },
      { method, path, query: url.searchParams, body: text ? (JSON.parse(text) as StoredDocument) : {}, isGuest },
    )
    if (trouble === 'lost') return void request.socket.destroy()
    send(status, body)
  } catch (error) {
    if (!(error instanceof Refusal)) return send(500, { exc_type: 'InternalServerError' })
    const { status, exception, message } = error
    const said = message ? { _server_messages: JSON.stringify([JSON.stringify({ message: `<b>${message}</b>` })]) } : {}
    send(status, { exc_type: exception, ...said })
  }
}

function findTrouble(site: Site, called: string): Trouble['answer'] | undefined {
  const index = site.trouble.findIndex(({ when }) => when.test(called))
  const trouble = site.trouble[index]
  if (!trouble) return undefined
  const times = trouble.times ?? 1
  if (times <= 1) site.trouble.splice(index, 1)
  else site.trouble[index] = { ...trouble, times: times - 1 }
  return trouble.answer
}

interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: StoredDocument
  isGuest: boolean
}

function handleRequest(site: Site, { method, path, query, body, isGuest }: Asked): [status: number, body: object] {
  const [, , area = '', what = '', name] = path.split('/')
  if (area === 'method') {
    const called = methods[what]
    if (!called) throw new Refusal(417, 'ValidationError', `Failed to get method ${what}`)
    if (isGuest && !['ping', 'lms.lms.api.get_lms_settings'].includes(what))
      throw new Refusal(403, 'PermissionError', '')
    return [200, { message: called(site, body) }]
  }
  if (area !== 'resource') throw new Refusal(404, 'DoesNotExistError', '')
  if (isGuest) throw new Refusal(403, 'PermissionError', '')
  const { documents } = site
  if (method === 'GET' && name === undefined) return [200, { data: documents.list(what, query) }]
  if (method === 'GET') return [200, { data: documents.get(what, name ?? '') }]
  if (method === 'POST') return [200, { data: documents.create(what, body) }]
  if (method === 'PUT') return [200, { data: documents.update(what, name ?? '', body) }]
  documents.remove(what, name ?? '')
  return [202, { data: 'ok' }]
}

const methods: Record<string, (site: Site, body: StoredDocument) => unknown> = {
  ping: () => 'pong',
  'lms.lms.api.get_lms_settings': () => ({ allow_guest_access: 1 }),
  'frappe.auth.get_logged_user': () => ACCOUNT,
  'lms.lms.api.get_user_info': ({ flags }) => ({ name: ACCOUNT, roles: ['System Manager'], ...flags }),
  'frappe.utils.change_log.get_versions': () => ({
    frappe: { version: '15.82.0' },
    lms: { title: 'Learning', version: '2.45.2' },
  }),
  'lms.lms.api.save_role': ({ documents }, { user, role, value }) => {
    documents.setRole(String(user), String(role), value === 1)
    return true
  },
}
