import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Rows of a list that is a bare array, with how it goes on in the headers. */
export class PagedAnswer<Row> {
  readonly rows: Row[]
  readonly limit: number
  readonly offset: number
  readonly more: boolean
  readonly total: number | undefined

  /** @param found the rows of the page, or one more than `limit` when more follow */
  constructor(found: Row[], page: { limit: number; offset: number; total?: number }) {
    this.rows = found.slice(0, page.limit)
    this.limit = page.limit
    this.offset = page.offset
    this.more = found.length > page.limit || (page.total !== undefined && page.offset + this.rows.length < page.total)
    this.total = page.total
  }
}

/** `Link: <...>; rel="next"` while more follows, and `X-Total-Count` where the total is known. */
export function listHeaders(answer: PagedAnswer<unknown>, url: string): Record<string, string> {
  const headers: Record<string, string> = {}
  if (answer.total !== undefined) headers['x-total-count'] = String(answer.total)
  if (answer.more) {
    const next = new URL(url, 'http://host')
    next.searchParams.set('limit', String(answer.limit))
    next.searchParams.set('offset', String(answer.offset + answer.limit))
    headers.link = `<${next.pathname}${next.search}>; rel="next"`
  }
  return headers
}

/** Bytes with a content type of their own. */
export class FileAnswer {
  readonly contentType: string
  readonly body: Buffer | Readable
  readonly headers: Record<string, string>

  constructor(contentType: string, body: Buffer | Readable, headers: Record<string, string> = {}) {
    this.contentType = contentType
    this.body = body
    this.headers = headers
  }

  send(reply: FastifyReply): FastifyReply {
    return reply
      .headers({ 'x-content-type-options': 'nosniff', ...this.headers })
      .type(this.contentType)
      .send(this.body)
  }
}
