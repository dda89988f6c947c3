import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from './web-files.ts'

/** Pagination by offset. */
interface OffsetPage {
  limit: number
  offset: number
  total?: number
}

/** Pagination by cursor, for lists that grow at their beginning while they are read. */
interface CursorPage<Row> {
  limit: number
  cursorAfter: (last: Row) => string
}

/** Reads a `pageCursor` as values of a query; null on the first page. */
export function afterCursor(cursor: string | undefined): { after: string | null; afterId: string | null } {
  const [after = null, afterId = null] = cursor?.split(' ') ?? []
  return { after, afterId }
}

/** Writes a `pageCursor`. */
export const cursorAt = (instant: string, id: string): string => `${instant} ${id}`

/** Rows of a list that is a bare array, with pagination in the headers. */
export class PagedAnswer<Row> {
  readonly rows: Row[]
  readonly total: number | undefined
  /** Query parameters of the next page; undefined on the last one. */
  readonly next: Record<string, string> | undefined

  /** @param found the rows of the page, or one more than `limit` when more follow */
  constructor(found: Row[], page: OffsetPage | CursorPage<Row>) {
    const { limit } = page
    this.rows = found.slice(0, limit)
    const last = this.rows.at(-1)
    if ('cursorAfter' in page) {
      if (found.length > limit && last) this.next = { limit: String(limit), cursor: page.cursorAfter(last) }
      return
    }
    const end = page.offset + this.rows.length
    this.total = page.total
    if (found.length > limit || (page.total !== undefined && end < page.total)) {
      this.next = { limit: String(limit), offset: String(page.offset + limit) }
    }
  }
}

/**
 * Builds a page of rows with a window count (`count(*) over () as total`), one more row than `limit` where more follow.
 * Behind the last page there is no count, so the total is omitted.
 * @param answered maps a row to its answer; by default the row without its total
 */
export function countedPage<Row extends { total: number }, Answered = Omit<Row, 'total'>>(
  found: readonly Row[],
  { limit, offset }: Pick<OffsetPage, 'limit' | 'offset'>,
  answered: (row: Omit<Row, 'total'>) => Answered = (row) => row as Answered,
): PagedAnswer<Answered> {
  const total = found[0]?.total ?? (offset === 0 ? 0 : undefined)
  const rows = found.map(({ total: _, ...row }) => answered(row))
  return new PagedAnswer(rows, { limit, offset, ...(total === undefined ? {} : { total }) })
}

/** `Link: <...>; rel="next"` while more follows, and `X-Total-Count` where the total is known. */
export function listHeaders(answer: PagedAnswer<unknown>, url: string): Record<string, string> {
  const headers: Record<string, string> = {}
  if (answer.total !== undefined) headers['x-total-count'] = String(answer.total)
  if (answer.next) {
    const next = new URL(url, 'http://host')
    // A cursor continues after a row, without an offset.
    if (answer.next['cursor'] !== undefined) next.searchParams.delete('offset')
    for (const [name, value] of Object.entries(answer.next)) next.searchParams.set(name, value)
    headers.link = `<${next.pathname}${next.search}>; rel="next"`
  }
  return headers
}

/** Sends an answer with an ETag of its content, or 304 if the client has it already (RFC 9110, section 13). */
export class TaggedAnswer<Value> {
  readonly value: Value
  /** With its quotes. */
  readonly etag: string

  constructor(value: Value, etag: string) {
    this.value = value
    this.etag = etag
  }

  send(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
    // Cached only by the client, and revalidated each time.
    reply.headers({ etag: this.etag, 'cache-control': 'private, no-cache' })
    if (isKnown(this.etag, request.headers['if-none-match'])) {
      // A 304 has no content type.
      return reply.removeHeader('content-type').status(304).send()
    }
    return reply.status(status).send(this.value)
  }
}

/** Bytes with a content type of their own. */
export class FileAnswer {
  readonly contentType: string
  /** A function creates the bytes after the reading transaction has ended, so that slow work holds no connection. */
  readonly body: Buffer | Readable | (() => Promise<Buffer>)
  readonly headers: Record<string, string>

  constructor(contentType: string, body: FileAnswer['body'], headers: Record<string, string> = {}) {
    this.contentType = contentType
    this.body = body
    this.headers = headers
  }

  async send(reply: FastifyReply): Promise<FastifyReply> {
    const body = typeof this.body === 'function' ? await this.body() : this.body
    return reply
      .headers({ 'x-content-type-options': 'nosniff', ...this.headers })
      .type(this.contentType)
      .send(body)
  }
}
