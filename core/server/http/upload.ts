import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import type { Core } from '../core.ts'
import { AppError, invalidField } from '../errors.ts'
import { MAX_BODY_BYTES } from './request-limits.ts'

/** A fully received file, in a temporary location until its request is answered. */
export interface Upload {
  /** Name given by the sender: at most 255 characters, of any kind. */
  filename: string
  /** Bytes. */
  size: number
  /** Hash of the content, in hex. */
  sha256: string
  /** Location of the content. The code that stores it may move it away. */
  path: string
  /** All of it in memory, for files that are small. */
  bytes: () => Promise<Buffer>
}

/** Contents of a multipart form. */
interface Form {
  upload: Upload
  /** Its texts by name; of several with one name the last. */
  fields: Record<string, string>
}

/** Texts of a form, beside its file. */
const MAX_FIELDS = 20

/** Maximum characters of a text's name. */
const MAX_NAME_LENGTH = 100

/** Returns the folder of uploads on this node until they are stored. */
export const incomingFolder = ({ env }: Pick<Core, 'env'>) => join(env.dataDir, 'files', '.incoming')

/**
 * Receives a multipart form with one file, which goes to the disk as it comes, and hands it to `work`: no transaction is
 * open yet, however slowly it is sent.
 * @throws invalid 400 without a file or where the form is malformed, file.too-large 413, too-large 413 for longer texts than
 *   a body may have and for more parts than a form may have
 */
export async function withUpload<T>(
  core: Core,
  request: FastifyRequest,
  spec: NonNullable<EndpointSpec['upload']>,
  work: (form: Form) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw invalidField(spec.field, 'Send the file as a multipart form')
  const folder = incomingFolder(core)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    return await work(
      await receive(request, spec, path).catch((error: unknown) => {
        throw refusalOfForm(error)
      }),
    )
  } finally {
    await rm(path, { force: true })
  }
}

async function receive(
  request: FastifyRequest,
  { field, maxBytes }: NonNullable<EndpointSpec['upload']>,
  path: string,
): Promise<Form> {
  const fields: Record<string, string> = {}
  let upload: Upload | undefined
  const limits = { fileSize: maxBytes, files: 1, fields: MAX_FIELDS, fieldSize: MAX_BODY_BYTES }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldname.length > MAX_NAME_LENGTH) {
        throw new AppError('too-large', 413, 'A text of the form is too long')
      }
      // A text that says it is JSON comes parsed.
      if (typeof part.value !== 'string') throw invalidField(part.fieldname, 'Send it as plain text')
      fields[part.fieldname] = part.value
    } else if (part.fieldname === field) {
      const content = await storeIncoming(part.file, path)
      if (part.file.truncated) throw tooLarge(field, maxBytes)
      upload = { filename: part.filename.slice(0, 255), path, bytes: () => readFile(path), ...content }
    } else {
      throw invalidField(field, 'Choose a file')
    }
  }
  if (!upload) throw invalidField(field, 'Choose a file')
  return { upload, fields }
}

/** Translates an error of the form parser into our words. An error of the disk is no fault of the form. */
function refusalOfForm(error: unknown): unknown {
  if (error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined) return error
  return (error as FastifyError).statusCode === 413
    ? new AppError('too-large', 413, 'The form has too many parts', { cause: error })
    : new AppError('invalid', 400, 'The form cannot be read: it is malformed or incomplete', { cause: error })
}

async function storeIncoming(content: Readable, path: string): Promise<Pick<Upload, 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    content,
    async function* measured(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return { size, sha256: hash.digest('hex') }
}

function tooLarge(field: string, maxBytes: number): AppError {
  const most = `${Math.floor(maxBytes / 1024 / 1024)} MB`
  return new AppError('file.too-large', 413, `The file is larger than ${most}`, {
    fields: { [field]: `At most ${most}` },
  })
}
