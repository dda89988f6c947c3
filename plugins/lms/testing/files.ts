import sharp from 'sharp'
import type { Answer, Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { COURSE_FILE, type COURSE_PACKAGE } from '../authoring/files/contract.ts'
import { COURSE_ARCHIVE } from '../authoring/transfer/contract.ts'

/** Start of a video file. */
export const film = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypisom'), Buffer.alloc(600)])

const encodeBox = (type: string, ...parts: Buffer[]) => {
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

/** Builds a video with its length, behind dummy frames. @param seconds whole ones */
export function newFilm(seconds: number): Buffer {
  const facts = Buffer.alloc(100)
  facts.writeUInt32BE(1000, 12)
  facts.writeUInt32BE(seconds * 1000, 16)
  return Buffer.concat([
    encodeBox('ftyp', Buffer.from('isom'), Buffer.alloc(12)),
    encodeBox('mdat', Buffer.alloc(5000)),
    encodeBox('moov', encodeBox('mvhd', facts)),
  ])
}

export const sheet = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')

export const words = 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello\n'

const tus = { 'tus-resumable': '1.0.0' }

interface Sent {
  bytes: Buffer
  filename: string
  kind?: typeof COURSE_FILE | typeof COURSE_PACKAGE
}

/** Uploads a file of a course in one part. @returns the last response; its id is that of the file */
export const sendCourseFile = (by: Client, courseId: string, { bytes, filename, kind = COURSE_FILE }: Sent) =>
  sendInPart(by, { kind, filename, owner: courseId }, bytes)

/** Uploads an archive, which starts its import. @returns the last response; its id is that of the import */
export const sendArchive = (by: Client, bytes: Buffer) =>
  sendInPart(by, { kind: COURSE_ARCHIVE, filename: 'Robots.zip' }, bytes)

/** Uploads a file in one part, with its metadata. @returns the last response; its id is that of the file */
export async function sendInPart(
  by: Client,
  said: Record<string, string>,
  bytes: Buffer,
): Promise<Answer & { id: string }> {
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

export const sendCaptions = (
  by: Client,
  courseId: string,
  text: string | Buffer = words,
  query = '',
): Promise<Answer> =>
  by.request(
    'POST',
    `/api/lms/courses/${courseId}/captions${query}`,
    fileForm(Buffer.from(text), { field: 'file', filename: 'film.vtt' }),
  )

let drawn = 0

export async function sendPicture(by: Client, courseId: string, filename = 'robots.png'): Promise<Answer> {
  const background = { r: (drawn += 7) % 256, g: 9, b: 99 }
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  return by.request('POST', `/api/lms/courses/${courseId}/pictures`, fileForm(bytes, { filename }))
}
