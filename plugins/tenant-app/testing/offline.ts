import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { Client } from '#core/testing/harness.ts'

/** Connection of a device, which may be cut before the answer. */
export class Connection {
  /** Session of the browser; another user may sign in in another tab. */
  client: Client
  readonly underWay = new Set<Promise<unknown>>()
  /** Requests that its app has made. */
  calls = 0
  isOnline = true
  losesAnswer = false

  constructor(client: Client) {
    this.client = client
  }

  wait = (): Promise<unknown> => Promise.all(this.underWay)
}

/** One life of the app on a device: until it is closed, and what it sent arrives all the same. */
export interface Life {
  isOver: boolean
  readonly connection: Connection
}

/** Life that makes a call: all devices run in one process. */
export const calling = new AsyncLocalStorage<Life>()

/**
 * Makes what follows a call of a life. An answer resumes the queues of all devices: sent in the life that got the answer, a
 * call would be another device's, and never end where that life is over.
 */
export const enterLife = (life: Life): void => calling.enterWith(life)

/** Never ends where the life is over: what it began is cut. */
export const whileAlive = async <Result>(life: Life, act: () => Result | Promise<Result>): Promise<Result> =>
  life.isOver ? new Promise<Result>(() => undefined) : act()

async function fetchIn(life: Life, url: string, init: RequestInit): Promise<Response> {
  const { connection } = life
  connection.calls += 1
  if (!connection.isOnline) throw new TypeError('offline')
  const isLost = connection.losesAnswer
  connection.losesAnswer = false
  const sent = connection.client.request(init.method ?? 'POST', url, {
    payload: JSON.parse(init.body as string) as object,
    headers: init.headers as Record<string, string>,
  })
  connection.underWay.add(sent)
  const { status, body } = await sent
  connection.underWay.delete(sent)
  // A page that is closed hears no answer.
  if (life.isOver) return new Promise<Response>(() => undefined)
  if (isLost || !connection.isOnline) throw new TypeError('cut')
  return status === 204 ? new Response(null, { status }) : new Response(JSON.stringify(body), { status })
}

/** Stands in for what a page gives to queues and outboxes; their calls reach the server of the test. */
export function stubBrowser(): void {
  const surroundings = Object.assign(new EventTarget(), { hidden: false, cookie: '' })
  vi.stubGlobal('window', surroundings)
  vi.stubGlobal('document', surroundings)
  vi.stubGlobal('location', { protocol: 'https:' })
  // Locks are between tabs of one browser, and each device is another.
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const life = calling.getStore()
    return life && fetchIn(life, url, init)
  })
}
