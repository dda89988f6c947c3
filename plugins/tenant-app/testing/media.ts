import { expect } from 'vitest'
import sharp from 'sharp'
import { create } from '#core/testing/calls.ts'
import type { Answer, Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import type { MediaDetail } from '../media/contract.ts'
import { MEDIA_FILE } from '../media/contract.ts'

let pictures = 0

/** Draws an image, a different one each time. */
export const drawPicture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: (pictures += 7) % 256, g: pictures % 251, b: 99 } } })
    .jpeg()
    .toBuffer()

/** Uploads an image to the library. */
export async function sendPicture(
  by: Client,
  { sessionId, bytes, filename = 'robots.jpg' }: { sessionId?: string; bytes?: Buffer; filename?: string } = {},
): Promise<Answer> {
  const fields: Record<string, string> = sessionId === undefined ? {} : { sessionId }
  return by.request('POST', '/api/media/pictures', fileForm(bytes ?? (await drawPicture()), { filename, fields }))
}

/** Uploads an image like `sendPicture`, and requires success. */
export async function putPicture(by: Client, given: Parameters<typeof sendPicture>[1] = {}): Promise<MediaDetail> {
  const { status, body } = await sendPicture(by, given)
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

const tus = { 'tus-resumable': '1.0.0' }

/** Uploads any other file in one part. @returns the last answer, with the id of the media */
export async function sendFile(
  by: Client,
  { bytes, filename, sessionId }: { bytes: Buffer; filename: string; sessionId?: string },
): Promise<Answer & { id: string }> {
  const said = { kind: MEDIA_FILE, filename, ...(sessionId === undefined ? {} : { owner: sessionId }) }
  const metadata = Object.entries(said).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const begun = await by.request('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  })
  if (begun.status !== 201) return { ...begun, id: '' }
  const url = String(begun.headers['location'])
  const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const answer = await by.request('PATCH', url, { headers, payload: bytes })
  return { ...answer, id: url.split('/').at(-1) ?? '' }
}

/** Asks for the consents that sharing requires, for every child. @returns the ids of both */
export async function askForMedia(by: Client): Promise<{ photo: string; publication: string }> {
  const text = (kind: string) => ({ kind, title: kind, body: 'May we?' })
  const [photo, publication] = [
    await create<{ id: string }>(by, '/api/consents', text('photo')),
    await create<{ id: string }>(by, '/api/consents', text('media-publication')),
  ]
  return { photo: photo.id, publication: publication.id }
}

/** Tags children, describes a picture and shares it. */
export async function share(by: Client, id: string, studentIds: string[] = []): Promise<Answer> {
  const change = { altText: 'Robots on a table', studentIds, showsNobody: studentIds.length === 0, isPublic: true }
  return by.put(`/api/media/${id}`, change)
}
