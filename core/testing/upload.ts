import type { Answer, Client } from './harness.ts'

/** A multipart form with one file, as browsers send it. */
export function fileForm(
  bytes: Uint8Array,
  {
    field = 'image',
    filename = 'picture.png',
    fields = {},
  }: { field?: string; filename?: string; fields?: Record<string, string> } = {},
) {
  const boundary = 'trellis-test-boundary'
  const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n\r\n${value}\r\n`)
  const head = `${part(`name="${field}"; filename="${filename}"`)}\r\ncontent-type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Uploads a picture as a user. */
export function sendImage(client: Client, bytes: Uint8Array, file?: Parameters<typeof fileForm>[1]): Promise<Answer> {
  return client.request('POST', '/api/upload-image', fileForm(bytes, file))
}
