import type { Readable } from 'node:stream'
import { DataStore, Server, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Method } from '#core/contract/endpoint.ts'
import type { Core } from '../../core.ts'
import { AppError, notFound } from '../../errors.ts'
import { admission, refuseReadOnly } from '../../http/access.ts'
import type { Http } from '../../http/context.ts'
import { UploadLease } from './lease.ts'
import {
  beginUpload,
  continueUpload,
  finishUpload,
  abandonUpload,
  ownUpload,
  removeUpload,
  type StoredUpload,
} from './uploads.ts'

const UPLOADS_PATH = '/api/uploads'

/** Milliseconds for a request to end by itself while another one waits for its lease. */
const DRAIN_TIMEOUT_MS = 500

/** Maximum parts, far more than interruptions in a day: each is an object of the store, however small. */
const MAX_PARTS = 5000

const access: Access = { who: 'signed-in', hosts: 'both', scope: 'none' }

/** Response headers of the protocol. */
const exposedHeaders = ['location', 'tus-resumable', 'upload-length', 'upload-offset', 'connection'] as const

/**
 * `/api/uploads`: files of up to 2 GB in parts, by the tus protocol (https://tus.io/protocols/resumable-upload, with
 * creation and termination). They are not part of a contract: their bodies are bytes, and their answers are headers.
 */
export async function registerUploads(app: FastifyInstance, core: Core): Promise<void> {
  await app.register(async (uploads) => {
    // The body is not parsed, but read as a stream.
    uploads.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
    const running = new Map<Promise<unknown>, FastifyRequest>()
    // A stopping node does not wait for senders: received bytes are recorded, and the rest goes to another node.
    uploads.addHook('preClose', async () => {
      for (const { raw } of running.values()) raw.destroy()
      await Promise.allSettled(running.keys())
    })
    const route = (method: 'HEAD' | Method, url: string) =>
      uploads.route({
        method,
        url,
        config: { arrivesSlowly: true },
        onRequest: admission(core, { access, path: UPLOADS_PATH, method: method === 'HEAD' ? 'GET' : method }),
        handler: (request, reply) => {
          const answered = answer(core, { ...request.context, request, reply })
          running.set(answered, request)
          return answered.finally(() => running.delete(answered))
        },
      })
    route('POST', UPLOADS_PATH)
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) route(method, `${UPLOADS_PATH}/:id`)
  })
}

async function answer(core: Core, http: Http): Promise<FastifyReply> {
  const { request, reply } = http
  const { id } = request.params as { id?: string }
  if (request.method !== 'HEAD') refuseReadOnly(http)
  // Check the owner before the lease.
  if (id !== undefined) await ownUpload(core, http, id)
  let failure: unknown
  let begun: string | undefined
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: new PartStore(core, http),
    locker: { newLock: (upload) => new UploadLease(core, upload) },
    lockDrainTimeout: DRAIN_TIMEOUT_MS,
    namingFunction: async (_request, said) => {
      begun = await beginUpload(core, http, said ?? {}, Number(request.headers['upload-length']))
      return begun
    },
    onResponseError: (_request, error) => {
      failure = error
      return undefined
    },
  })
  const body = request.method === 'POST' || request.method === 'PATCH' ? readReceived(request.raw) : undefined
  const response = await server.handleWeb(webRequest(request, body)).finally(() => {
    // A body refused halfway is not read any further, and would block the next request of the connection.
    void body?.return(undefined).then(() => request.raw.resume())
  })
  if (response.status >= 400) {
    // The sender does not know the offset to resume at.
    if (begun !== undefined) await abandonUpload(core, http, begun)
    throw await refusal(response, failure)
  }
  for (const name of exposedHeaders) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return reply.status(response.status).send()
}

/** Data store of the protocol for one request: rows in the database, and parts in the file store. */
class PartStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  readonly #core: Core
  readonly #http: Http

  constructor(core: Core, http: Http) {
    super()
    this.#core = core
    this.#http = http
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await ownUpload(this.#core, this.#http, id)
    if (this.#http.request.method === 'HEAD') await finishRequested(this.#core, this.#http, upload)
    return new Upload({ id, size: upload.size, offset: upload.received })
  }

  // Completing a file also happens under its lease: another request waits and gets the outcome.
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const upload = await ownUpload(this.#core, this.#http, id)
    if (upload.parts.length >= MAX_PARTS) {
      throw new AppError('upload.parts', 422, 'This file came in too many parts. Please send it anew.')
    }
    return continueUpload(this.#core, this.#http, upload, { offset, content })
  }

  override async remove(id: string): Promise<void> {
    await removeUpload(this.#core, await ownUpload(this.#core, this.#http, id))
  }
}

/**
 * Completes a fully received upload that failed to be stored: clients take it for stored when all bytes have been received.
 * @throws upload.unfinished 423 when it cannot be stored now either, which makes clients retry later
 */
async function finishRequested(core: Core, http: Http, upload: StoredUpload): Promise<void> {
  if (upload.isComplete || upload.received < upload.size) return
  refuseReadOnly(http)
  try {
    await finishUpload(core, http, upload)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error
    http.request.log.error({ err: error, upload: upload.id }, 'a file that has come whole could not be stored')
    throw new AppError('upload.unfinished', 423, 'The file has arrived and could not be stored yet', { cause: error })
  }
}

function webRequest({ raw, method, headers }: FastifyRequest, content: AsyncIterable<Buffer> | undefined): Request {
  const body = content ? { body: content, duplex: 'half' } : {}
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  // Works on any host: the host header may be invalid, and the location of the upload does not depend on it.
  return new Request(new URL(raw.url ?? UPLOADS_PATH, 'http://localhost'), {
    method,
    headers: given as [string, string][],
    ...(body as RequestInit),
  })
}

/** Yields the bytes received before the connection breaks, so that they are stored; no response can be sent then. */
async function* readReceived(raw: Readable): AsyncGenerator<Buffer> {
  try {
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch {
    // The client asks for the received offset, and resumes.
  }
}

/** Translates a refusal of the protocol, into our messages where users may read it. */
async function refusal(response: Response, failure: unknown): Promise<unknown> {
  if (failure instanceof Error && !('status_code' in failure)) return failure
  switch (response.status) {
    case 404:
      return notFound('Upload')
    case 409:
      return new AppError('upload.conflict', 409, 'The file does not go on there: ask how much of it has come')
    case 413:
      return new AppError('file.too-large', 413, 'More has come than the file was said to have')
    default:
      return new AppError('invalid', response.status, (await response.text()).trim())
  }
}
