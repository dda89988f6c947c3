import type { FastifyRequest } from 'fastify'
import { AppError, invalidField } from '../errors.ts'

export interface Upload {
  filename: string
  bytes: Buffer
}

/** The one file of a multipart form. @throws invalid 400 without one, file.too-large 413 */
export async function readUpload(
  request: FastifyRequest,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<Upload> {
  if (!request.isMultipart()) throw invalidField(field, 'Send the file as a multipart form')
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 20 } })
  if (!part || part.fieldname !== field) throw invalidField(field, 'Choose a file')
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error
    throw new AppError('file.too-large', 413, `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`, {
      fields: { [field]: `At most ${Math.floor(maxBytes / 1024 / 1024)} MB` },
    })
  })
  return { filename: part.filename.slice(0, 255), bytes }
}
