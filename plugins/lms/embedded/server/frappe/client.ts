import type { Clock } from '#core/server/clock.ts'
import { FrappeError, isObject } from './failure.ts'
import { ask, type FrappeSite, type TransportOptions } from './transport.ts'

/** Document of the site; keys with a null value are missing. */
export type Document = Readonly<Record<string, unknown>> & { name: string }

const MAX_TRIES = 5
/** Milliseconds: the first delay, which doubles with each retry, and the longest one. */
const RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 30_000
const PAGE_SIZE = 200
/** Maximum documents of one list. */
const MAX_ROWS = 100_000

interface ClientOptions extends TransportOptions {
  clock: Clock
  /** Runs before each request; an error ends the work. */
  beforeEach?: () => Promise<void>
  /** Maximum tries of a retryable request; 5 by default. */
  attempts?: number
}

/** Client of a Frappe site (v1): `GET` only for reads, since the site rolls its changes back. */
export class FrappeClient {
  readonly #site: FrappeSite
  readonly #options: ClientOptions

  constructor(site: FrappeSite, options: ClientOptions) {
    this.#site = site
    this.#options = options
  }

  /** Calls a read-only method. */
  async read(method: string, options: { asGuest?: true } = {}): Promise<unknown> {
    const answer = await this.#ask({ method: 'GET', path: `/api/method/${method}`, ...options })
    return isObject(answer) ? answer.message : undefined
  }

  /** Calls a method that may change data. */
  async call(method: string, body: object): Promise<unknown> {
    const answer = await this.#ask({ method: 'POST', path: `/api/method/${method}`, body })
    return isObject(answer) ? answer.message : undefined
  }

  /** Lists all documents with these values, by name. */
  async list(type: string, fields: readonly string[], filters: Record<string, unknown> = {}): Promise<Document[]> {
    const found: Document[] = []
    for (;;) {
      const rows = await this.page(type, fields, { filters, offset: found.length, limit: PAGE_SIZE })
      found.push(...rows)
      if (rows.length < PAGE_SIZE || found.length >= MAX_ROWS) return found
    }
  }

  /** Lists one page of documents. */
  async page(
    type: string,
    fields: readonly string[],
    { filters = {}, offset, limit }: { filters?: Record<string, unknown>; offset: number; limit: number },
  ): Promise<Document[]> {
    const query = new URLSearchParams({
      fields: JSON.stringify(fields),
      filters: JSON.stringify(filters),
      order_by: 'name asc',
      limit_start: String(offset),
      limit_page_length: String(limit),
    })
    const answer = await this.#ask({ method: 'GET', path: `${getResourcePath(type)}?${query.toString()}` })
    return isObject(answer) && Array.isArray(answer.data) ? answer.data.filter(isDocument) : []
  }

  get(type: string, name: string): Promise<Document> {
    return this.#document({ method: 'GET', path: getResourcePath(type, name) })
  }

  /**
   * Creates a document. A repeated POST would create a second one: without a response, the caller searches for it first.
   * @throws FrappeError of kind `unanswered`
   */
  create(type: string, body: object): Promise<Document> {
    return this.#document({ method: 'POST', path: getResourcePath(type), body })
  }

  /** Changes fields; a table field is replaced as a whole. */
  update(type: string, name: string, body: object): Promise<Document> {
    return this.#document({ method: 'PUT', path: getResourcePath(type, name), body })
  }

  async #document(request: Parameters<typeof ask>[1]): Promise<Document> {
    const answer = await this.#ask(request)
    const data = isObject(answer) ? answer.data : undefined
    if (!isDocument(data)) throw new FrappeError('foreign', 'What answers there is no Frappe site.')
    return data
  }

  async #ask(request: Parameters<typeof ask>[1]): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      await this.#options.beforeEach?.()
      try {
        return await ask(this.#site, request, this.#options)
      } catch (error) {
        const isLast = attempt >= (this.#options.attempts ?? MAX_TRIES)
        if (!(error instanceof FrappeError) || isLast || !isWorthAnother(error, request.method)) throw error
        await this.#options.clock.pause(computeDelay(error, attempt))
      }
    }
  }
}

/** Checks if a request can be retried: repeating a read, or setting fields to the same values, changes nothing more. */
function isWorthAnother({ kind, retryAfter }: FrappeError, method: string): boolean {
  if (kind === 'unanswered') return method !== 'POST'
  return kind === 'busy' || (kind === 'throttled' && (retryAfter ?? 0) * 1000 <= MAX_RETRY_DELAY_MS)
}

/** Computes the delay in milliseconds, with jitter so that requests refused together do not return together. */
function computeDelay({ retryAfter }: FrappeError, attempt: number): number {
  if (retryAfter !== undefined) return Math.min(MAX_RETRY_DELAY_MS, retryAfter * 1000 + Math.random() * RETRY_DELAY_MS)
  return Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
}

const getResourcePath = (type: string, name?: string) =>
  `/api/resource/${encodeURIComponent(type)}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`

const isDocument = (value: unknown): value is Document => isObject(value) && typeof value.name === 'string'
